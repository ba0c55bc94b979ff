#include "core/collective/data_pattern.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/index.h"
#include "core/base/named_values.h"
#include "core/collective/element_type.h"

namespace commlab {
namespace {

constexpr NamedValue<DataPattern> pattern_names[] = {
    {"ones", DataPattern::ones}, {"ranks", DataPattern::ranks}, {"index", DataPattern::index}};

bool averages_floats(const Collective& c) { return c.op == ReduceOp::avg && is_floating(c.dtype); }

// The largest sum that is meant to be exact: as far as bfloat16 counts, or less if the floats count less far.
int largest_exact_sum(DataType type) {
  constexpr double of_bfloat16 = counts_up_to(DataType::bfloat16);
  return static_cast<int>(is_floating(type) ? std::min(counts_up_to(type), of_bfloat16) : of_bfloat16);
}

// The most that a rank's element may be, so that the sum of all ranks is at most this large.
std::int64_t most_of_a_sum(int largest, int ranks) { return std::clamp(largest / ranks, 1, 4); }

// For floats that count less far than bfloat16.
InputRule few_addends(const Collective& c) {
  constexpr int of_average = 64;  // 4 times this is in range; divided by 4,096 ranks it is a normal number
  using Draw = InputRule::Draw;
  if (c.op == ReduceOp::avg)
    return {.draw = Draw::some, .ranks = c.ranks, .below = 5, .times = of_average, .one_of = c.ranks};
  const int most = largest_exact_sum(c.dtype);
  return {.draw = Draw::some,
          .ranks = c.ranks,
          .below = most_of_a_sum(most, c.ranks) + 1,
          .one_of = (c.ranks + most - 1) / most};
}

InputRule index_rule(const Collective& c) {
  using Draw = InputRule::Draw;
  if (!reduces(c.kind)) return {.draw = Draw::below, .ranks = c.ranks, .below = 128};
  if (c.op == ReduceOp::prod) return {.draw = Draw::factor, .ranks = c.ranks};
  const int most = largest_exact_sum(DataType::bfloat16);
  if (order_matters(c) && largest_exact_sum(c.dtype) < most) return few_addends(c);
  return {.draw = Draw::below,
          .ranks = c.ranks,
          .below = most_of_a_sum(most, c.ranks) + 1,
          .times = averages_floats(c) ? c.ranks : 1};
}

// No sum of some of the inputs is larger, as a multiple of the numbers that are brought.
double largest_sum(const Collective& c, DataPattern pattern) {
  const double addends = most_addends(c, pattern);
  switch (pattern) {
    case DataPattern::ones: return addends;
    case DataPattern::ranks: return addends * (addends + 1) / 2;
    case DataPattern::index: break;
  }
  return addends * static_cast<double>(index_rule(c).below - 1);
}

// Whether every product of some of the inputs is exact. Those of index are powers of two, 64 at most.
bool has_exact_products(const Collective& c, DataPattern pattern) {
  return pattern != DataPattern::ranks || std::tgamma(c.ranks + 1) <= counts_up_to(c.dtype);
}

}  // namespace

std::string_view name_of(DataPattern pattern) { return name_in(pattern_names, pattern); }

Result<DataPattern> parse_data_pattern(std::string_view text) {
  return value_in(pattern_names, text, "data pattern");
}

InputRule rule_of(const Collective& c, DataPattern pattern) {
  switch (pattern) {
    case DataPattern::ones: return {.draw = InputRule::Draw::one, .ranks = c.ranks};
    case DataPattern::ranks: return {.draw = InputRule::Draw::rank, .ranks = c.ranks};
    case DataPattern::index: break;
  }
  return index_rule(c);
}

KnownValues input_values(const Collective& c, const Partition& partition, DataPattern pattern, Rank rank) {
  return {
      .input = rule_of(c, pattern), .whose = rank, .first = stored(c, partition, Buffer::input, rank).first};
}

std::vector<Memory> make_inputs(const Collective& c, const Partition& partition, DataPattern pattern) {
  std::vector<Memory> inputs;
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    const ElementRange range = stored(c, partition, Buffer::input, rank);
    Memory& input = inputs.emplace_back(index(range.size() * size_of(c.dtype)));
    write_values(c.dtype, c.op, input, input_values(c, partition, pattern, rank));
  }
  return inputs;
}

// An average of floats is made of fractions. Index begins with multiples of the number of ranks, or has a
// single addend, and a power of two only moves the point.
bool exact_in_any_order(const Collective& c, DataPattern pattern) {
  if (!order_matters(c) || c.ranks == 1) return true;
  if (c.op == ReduceOp::prod) return has_exact_products(c, pattern);
  const bool whole = c.op != ReduceOp::avg || pattern == DataPattern::index ||
                     std::has_single_bit(static_cast<unsigned>(c.ranks));
  return whole && largest_sum(c, pattern) <= counts_up_to(c.dtype);
}

int most_addends(const Collective& c, DataPattern pattern) {
  const int one_of = rule_of(c, pattern).one_of;
  return (c.ranks + one_of - 1) / one_of;
}

void write_values(DataType type, ReduceOp op, std::span<std::byte> memory, const KnownValues& values) {
  with_element_type(type, [&]<class Element>(ElementType<Element>) {
    auto* const element = reinterpret_cast<Element*>(memory.data());
    const auto elements = static_cast<std::int64_t>(memory.size() / sizeof(Element));
    with_operation(op, [&](auto operation) {
      for (std::int64_t i = 0; i < elements; ++i) element[i] = known_value<Element>(values, i, operation);
    });
  });
}

}  // namespace commlab
