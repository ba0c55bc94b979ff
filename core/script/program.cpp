// From the tree of a Script to every rank's steps. Selectors and names are looked up here, so what is
// impossible with this number of ranks is an error with its line.

#include "core/script/program.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/base/index.h"
#include "core/base/nearest.h"
#include "core/script/step_maker.h"
#include "core/script/unknown.h"
#include "core/script/value.h"

namespace commlab {
namespace {

constexpr int most_ranks = 4096;                 // each has a program of its own
constexpr std::int64_t most_steps = 200'000;     // of all ranks together
constexpr std::int64_t most_elements = 1 << 20;  // of all tensors of all ranks together
constexpr std::int64_t most_sms = 1000;          // of one GPU
constexpr std::array reduction_names = {"sum", "prod", "min", "max", "avg", "band", "bor", "bxor"};

class ScriptUnroller {
 public:
  ScriptUnroller(const Script& script, int ranks) : script_(script) {
    program_.ranks = ranks;
    program_.streams = {"compute", "comm"};
    program_.of_rank.resize(ranks);
  }

  Result<ScriptProgram> unroll() {
    for (const auto step :
         {&ScriptUnroller::add_numbers, &ScriptUnroller::add_call_settings, &ScriptUnroller::add_streams,
          &ScriptUnroller::add_groups, &ScriptUnroller::add_tensors, &ScriptUnroller::add_blocks})
      if (const Status done = (this->*step)(); !done) return tl::unexpected(done.error());
    return std::move(program_);
  }

 private:
  // The ranks that selectors name, each once, rising.
  Result<std::vector<Rank>> ranks_of(const std::vector<ScriptSelector>& selectors, int line) {
    std::vector<bool> chosen(index(program_.ranks));
    for (const ScriptSelector& selector : selectors)
      if (const Status done = choose(selector, line, chosen); !done) return tl::unexpected(done.error());
    std::vector<Rank> ranks;
    for (Rank rank = 0; rank < program_.ranks; ++rank)
      if (chosen[rank]) ranks.push_back(rank);
    return ranks;
  }

  Status choose(const ScriptSelector& selector, int line, std::vector<bool>& chosen) const {
    using Kind = ScriptSelector::Kind;
    if (selector.kind == Kind::range) return choose_range(selector, line, chosen);
    for (std::size_t rank = 0; rank < chosen.size(); ++rank)
      if (selector.kind == Kind::all || (selector.kind == Kind::even && rank % 2 == 0) ||
          (selector.kind == Kind::odd && rank % 2 == 1) ||
          (selector.kind == Kind::last && rank + 1 == chosen.size()) ||
          (selector.kind == Kind::others && !named_[rank]))
        chosen[rank] = true;
    return {};
  }

  Status choose_range(const ScriptSelector& range, int line, std::vector<bool>& chosen) const {
    const ScriptNumbers& numbers = numbers_;
    const Result<std::int64_t> first = whole_number(range.first, numbers, "a rank");
    if (!first) return tl::unexpected(first.error());
    const Result<std::int64_t> last = whole_number(range.last, numbers, "a rank");
    if (!last) return tl::unexpected(last.error());
    if (*first < 0 || *last >= program_.ranks || *first > *last)
      return fail_at(
          line, "{} of {} ranks; they are numbered 0 to {}",
          *first == *last ? fmt::format("rank {}", *first) : fmt::format("ranks {}..{}", *first, *last),
          program_.ranks, program_.ranks - 1);
    for (std::int64_t rank = *first; rank <= *last; ++rank) chosen[rank] = true;
    return {};
  }

  // Numbers are the same on every rank; each may use those before it.
  Status add_numbers() {
    numbers_.set("ranks", program_.ranks);
    const ScriptNumbers of_a_rank(0, program_.ranks);
    for (const ScriptConstant& constant : script_.numbers) {
      if (of_a_rank.find(constant.name) || numbers_.find(constant.name))
        return fail_at(constant.line, "there is a number '{}' already", constant.name);
      const Result<ScriptValue> value = value_of(constant.value, numbers_, false);
      if (!value) return tl::unexpected(value.error());
      numbers_.set(constant.name, *value);
    }
    return {};
  }

  // They are the same on every rank, as numbers are.
  Status add_call_settings() {
    const ScriptCallLines& said = script_.calls;
    ScriptCallSettings& calls = program_.calls;
    calls.communicators = said.communicators;
    if (said.buffered) {
      const Result<Bytes> size = size_in_bytes(*said.buffered, numbers_);
      if (!size) return tl::unexpected(size.error());
      calls.buffered = *size;
    }
    if (said.launch) {
      const Result<std::int64_t> time = picoseconds(*said.launch, numbers_);
      if (!time) return tl::unexpected(time.error());
      calls.launch = Time{*time};
    }
    if (!said.sms) return {};
    const Result<std::int64_t> taken = whole_number(*said.sms_of_a_call, numbers_, "a number of SMs");
    if (!taken) return tl::unexpected(taken.error());
    const Result<std::int64_t> all = whole_number(*said.sms, numbers_, "a number of SMs");
    if (!all) return tl::unexpected(all.error());
    if (*all < 1 || *all > most_sms || *taken < 0 || *taken > *all)
      return fail_at(said.sms->line,
                     "sms {} of {}; expected 0 or more of the 1 to {} that a GPU has, as in 'sms 20 of 132'",
                     *taken, *all, most_sms);
    calls.sms_of_a_call = *taken;
    calls.sms = *all;
    return {};
  }

  ScriptNumbers numbers_of(Rank rank) const {
    ScriptNumbers numbers = numbers_;
    numbers.add_of_rank(rank, program_.ranks);
    return numbers;
  }

  Status add_groups() {
    named_.assign(program_.ranks, false);
    ScriptRankGroup world{.name = "world", .members = {}};
    for (Rank rank = 0; rank < program_.ranks; ++rank) world.members.push_back(rank);
    program_.groups.push_back(std::move(world));
    for (const ScriptGroup& group : script_.groups) {
      if (std::ranges::count(program_.groups, group.name, &ScriptRankGroup::name) > 0)
        return fail_at(group.line, "there is a group '{}' already", group.name);
      Result<std::vector<Rank>> members = ranks_of(group.members, group.line);
      if (!members) return tl::unexpected(members.error());
      if (members->empty()) return fail_at(group.line, "group '{}' has no members", group.name);
      const Result<int> stream = stream_of(group);
      if (!stream) return tl::unexpected(stream.error());
      program_.groups.push_back({group.name, std::move(*members), *stream});
    }
    return {};
  }

  Result<int> stream_of(const ScriptGroup& group) const {
    if (group.stream.empty()) return communication_stream;
    const auto found = std::ranges::find(program_.streams, group.stream);
    if (found == program_.streams.end())
      return unknown_name(group.line, "stream", group.stream, program_.streams);
    if (found == program_.streams.begin())
      return fail_at(group.line,
                     "the stream 'compute' is for computing; expected another one for the calls of "
                     "group '{}'",
                     group.name);
    return static_cast<int>(found - program_.streams.begin());
  }

  Status add_streams() {
    for (const ScriptStream& stream : script_.streams) {
      if (std::ranges::count(program_.streams, stream.name) > 0)
        return fail_at(stream.line, "there is a stream '{}' already", stream.name);
      program_.streams.push_back(stream.name);
    }
    return {};
  }

  // For a tensor, `others` are the ranks that have no tensor of its name yet.
  Status add_tensors() {
    for (const ScriptTensorDeclaration& tensor : script_.tensors) {
      for (Rank rank = 0; rank < program_.ranks; ++rank) named_[rank] = has_tensor(rank, tensor.name);
      Result<std::vector<Rank>> on =
          tensor.on.empty() ? program_.groups[0].members : ranks_of(tensor.on, tensor.line);
      if (!on) return tl::unexpected(on.error());
      for (const Rank rank : *on)
        if (const Status added = add_tensor(tensor, rank); !added) return added;
    }
    named_.assign(named_.size(), false);
    return {};
  }

  bool has_tensor(Rank rank, std::string_view name) const {
    const auto& tensors = program_.of_rank[rank].tensors;
    return std::ranges::count(tensors, name, &ScriptTensorState::name) > 0;
  }

  Status add_tensor(const ScriptTensorDeclaration& tensor, Rank rank) {
    using Filling = ScriptTensorDeclaration::Filling;
    auto& tensors = program_.of_rank[rank].tensors;
    ScriptNumbers numbers = numbers_of(rank);
    if (numbers.find(tensor.name) != nullptr)
      return fail_at(tensor.line, "'{}' is the name of a number; expected another name for the tensor",
                     tensor.name);
    if (has_tensor(rank, tensor.name))
      return fail_at(tensor.line, "rank {} has a tensor '{}' already", rank, tensor.name);
    std::int64_t times = 1;
    if (tensor.filling != Filling::list) {
      const Result<std::int64_t> count = whole_number(tensor.count, numbers, "a number of elements");
      if (!count) return tl::unexpected(count.error());
      times = *count;
    }
    const std::int64_t each =
        tensor.filling == Filling::empty ? 1 : static_cast<std::int64_t>(tensor.values.size());
    if (times < 0 || times > most_elements || times * each > most_elements - elements_)
      return fail_at(tensor.line,
                     "{} elements; expected 0 to {} for all tensors together, or only a size, as in "
                     "all_reduce(400 MB), if values do not matter",
                     static_cast<__int128>(times) * each, most_elements);
    elements_ += times * each;
    ScriptTensorState state{
        .name = tensor.name, .dtype = tensor.dtype, .values = {}, .known = tensor.filling != Filling::empty};
    state.values.reserve(static_cast<std::size_t>(times * each));
    for (std::int64_t i = 0; i < times * each; ++i) {
      if (!state.known) {
        state.values.push_back(0);
        continue;
      }
      numbers.set("i", static_cast<double>(i));
      const Result<double> value = real_number(tensor.values[i % each], numbers);
      if (!value) return tl::unexpected(value.error());
      numbers.drop();
      state.values.push_back(*value);
    }
    tensors.push_back(std::move(state));
    return {};
  }

  Status add_blocks() {
    for (const ScriptBlock& block : script_.blocks) {
      const Result<std::vector<Rank>> ranks = ranks_of(block.ranks, block.line);
      if (!ranks) return tl::unexpected(ranks.error());
      for (const Rank rank : *ranks) {
        ScriptNumbers numbers = numbers_of(rank);
        ScriptStepMaker maker(script_, program_, rank);
        if (const Status added = add_statements(block.statements, numbers, maker); !added) return added;
        named_[rank] = true;
      }
    }
    return {};
  }

  Status add_statements(const std::vector<ScriptStatement>& statements, ScriptNumbers& numbers,
                        ScriptStepMaker& maker) {
    for (const ScriptStatement& statement : statements) {
      if (++turns_ > most_steps)
        return fail_at(statement.line, "more than {} statements of all ranks together, with loops unrolled",
                       most_steps);
      if (const Status added = add_statement(statement, numbers, maker); !added) return added;
    }
    return {};
  }

  Status add_statement(const ScriptStatement& statement, ScriptNumbers& numbers, ScriptStepMaker& maker) {
    switch (statement.kind) {
      case ScriptStatement::Kind::loop: return add_loop(statement, numbers, maker);
      case ScriptStatement::Kind::condition: return add_condition(statement, numbers, maker);
      case ScriptStatement::Kind::batch: return add_batch(statement, numbers, maker);
      case ScriptStatement::Kind::call: break;
    }
    return maker.add(statement, numbers);
  }

  Status add_batch(const ScriptStatement& batch, ScriptNumbers& numbers, ScriptStepMaker& maker) {
    maker.open_batch(batch);
    if (const Status added = add_statements(batch.body, numbers, maker); !added) return added;
    maker.close_batch();
    return {};
  }

  Status add_condition(const ScriptStatement& condition, ScriptNumbers& numbers, ScriptStepMaker& maker) {
    const Result<bool> holds = compared(condition.first, condition.name, condition.last, numbers);
    if (!holds) return tl::unexpected(holds.error());
    return add_statements(*holds ? condition.body : condition.otherwise, numbers, maker);
  }

  Status add_loop(const ScriptStatement& loop, ScriptNumbers& numbers, ScriptStepMaker& maker) {
    const Result<std::int64_t> first = whole_number(loop.first, numbers, "the first value of the loop");
    if (!first) return tl::unexpected(first.error());
    const Result<std::int64_t> last = whole_number(loop.last, numbers, "the last value of the loop");
    if (!last) return tl::unexpected(last.error());
    for (std::int64_t k = *first; k <= *last; ++k) {
      if (++turns_ > most_steps)
        return fail_at(loop.line, "more than {} statements of all ranks together, with loops unrolled",
                       most_steps);
      numbers.set(loop.name, static_cast<double>(k));
      if (const Status added = add_statements(loop.body, numbers, maker); !added) return added;
      numbers.drop();
    }
    return {};
  }

  const Script& script_;
  ScriptProgram program_;
  ScriptNumbers numbers_;    // of the script
  std::vector<bool> named_;  // of each rank: whether a selector has named it
  std::int64_t elements_ = 0;
  std::int64_t turns_ = 0;
};

}  // namespace

std::string_view name_of(ScriptReduction reduction) {
  return reduction_names[static_cast<std::size_t>(reduction)];
}

Result<ScriptProgram> program_of(const Script& script, int ranks) {
  if (ranks < 1 || ranks > most_ranks)
    return fail(
        "{} ranks; a script has from 1 to {}, each with a program of its own: run it with fewer, as --ranks "
        "{}, "
        "or run one collective alone, without a script",
        ranks, most_ranks, most_ranks);
  return ScriptUnroller(script, ranks).unroll();
}

}  // namespace commlab
