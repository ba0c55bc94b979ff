#include "sim/script/values/sum_order.h"

#include <cstring>

#include "core/base/index.h"
#include "core/collective/combine.h"
#include "core/programs/interpret.h"

namespace commlab {
namespace {

constexpr int most_ranks = 16;
constexpr std::int64_t most_elements = 16;

// Terms are numbered: first the ranks themselves, then sums of two terms.
class Terms {
 public:
  Terms(const std::vector<Rank>& members, ReduceOp op)
      : sign_(op == ReduceOp::prod ? '*' : '+'), members_(members.size()) {
    for (const Rank rank : members) texts_.push_back(fmt::format("r{}", rank));
  }
  std::int32_t sum(std::int32_t left, std::int32_t right) {
    texts_.push_back(fmt::format("{} {} {}", operand(left), sign_, operand(right)));
    return static_cast<std::int32_t>(texts_.size()) - 1;
  }
  const std::string& text(std::int32_t term) const { return texts_[term]; }
  bool has(std::int32_t term) const { return term >= 0 && term < static_cast<std::int32_t>(texts_.size()); }

 private:
  // "r3", or "(r1 + r2)".
  std::string operand(std::int32_t term) const {
    return index(term) < members_ ? text(term) : fmt::format("({})", text(term));
  }

  char sign_;
  std::size_t members_;
  std::vector<std::string> texts_;
};

std::int32_t term_at(const std::byte* memory, std::int64_t i) {
  std::int32_t term = 0;
  std::memcpy(&term, memory + i * static_cast<std::int64_t>(sizeof term), sizeof term);
  return term;
}

void set_term(std::byte* memory, std::int64_t i, std::int32_t term) {
  std::memcpy(memory + i * static_cast<std::int64_t>(sizeof term), &term, sizeof term);
}

// An element of the result: the member whose output has the element, and the element's place in this output.
struct Teller {
  std::size_t member;
  std::int64_t place;
};

std::vector<Teller> tellers(const Programs& programs) {
  const Collective& c = programs.collective;
  std::vector<Teller> all;
  if (c.kind != CollectiveKind::reduce_scatter) {
    const std::size_t member = c.kind == CollectiveKind::reduce ? index(c.root) : 0;
    for (std::int64_t i = 0; i < c.count && i < most_elements; ++i) all.push_back({member, i});
    return all;
  }
  for (int member = 0; member < c.ranks; ++member)
    for (std::int64_t i = 0; i < c.count && static_cast<std::int64_t>(all.size()) < most_elements; ++i)
      all.push_back({index(member), i});
  return all;
}

}  // namespace

std::vector<ScriptSum> sums_of(const Programs& programs, const std::vector<Rank>& members,
                               const std::vector<ScriptData>& outputs) {
  const Collective& c = programs.collective;
  if (!reduces(c.kind) || c.ranks > most_ranks || c.ranks < 2 || elements_of(c) > most_ranks * most_elements)
    return {};
  Programs on_terms = programs;
  on_terms.collective.dtype = DataType::int32;
  on_terms.collective.op = ReduceOp::sum;
  Terms terms(members, c.op);
  std::vector<Memory> inputs;
  for (int member = 0; member < c.ranks; ++member) {
    const std::int64_t elements = stored(c, programs.partition, Buffer::input, member).size();
    Memory& input = inputs.emplace_back(index(elements) * sizeof(std::int32_t));
    for (std::int64_t i = 0; i < elements; ++i) set_term(input.data(), i, member);
  }
  const Result<RankBuffers> played = interpret(
      on_terms, std::move(inputs),
      [&](std::byte* target, const std::byte* with, const std::byte* incoming, std::int64_t elements) {
        for (std::int64_t i = 0; i < elements; ++i)
          set_term(target, i, terms.sum(term_at(with, i), term_at(incoming, i)));
      });
  if (!played) return {};

  std::vector<ScriptSum> sums;
  for (const Teller& teller : tellers(programs)) {
    const std::int32_t term = term_at(played->output[teller.member].data(), teller.place);
    const ScriptData& output = outputs[teller.member];
    if (!terms.has(term) || output.values.empty()) continue;
    sums.push_back({.element = static_cast<std::int64_t>(sums.size()),
                    .order = terms.text(term),
                    .value = element(c.dtype, output.values.data(), teller.place)});
  }
  return sums;
}

}  // namespace commlab
