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

// The most that a rank's element may be, so that bfloat16 can count the sum of all ranks.
std::int64_t most_of_a_sum(int ranks) { return std::clamp(256 / ranks, 1, 4); }

bool averages_floats(const Collective& c) { return c.op == ReduceOp::avg && is_floating(c.dtype); }

InputRule index_rule(const Collective& c) {
  using Draw = InputRule::Draw;
  if (!reduces(c.kind)) return {.draw = Draw::below, .ranks = c.ranks, .below = 128};
  if (c.op == ReduceOp::prod) return {.draw = Draw::factor, .ranks = c.ranks};
  return {.draw = Draw::below,
          .ranks = c.ranks,
          .below = most_of_a_sum(c.ranks) + 1,
          .times = averages_floats(c) ? c.ranks : 1};
}

// Floats hold every whole number up to this one.
double most_counted(DataType type) {
  switch (type) {
    case DataType::float64: return 0x1p53;
    case DataType::float16: return 0x1p11;
    case DataType::bfloat16: return 0x1p8;
    default: return 0x1p24;
  }
}

// No sum of some of the inputs is larger.
double largest_sum(DataPattern pattern, double ranks) {
  switch (pattern) {
    case DataPattern::ones: return ranks;
    case DataPattern::ranks: return ranks * (ranks + 1) / 2;
    case DataPattern::index: break;
  }
  return ranks * static_cast<double>(most_of_a_sum(static_cast<int>(ranks)));
}

// No product of some of the inputs is larger.
double largest_product(DataPattern pattern, int ranks) {
  switch (pattern) {
    case DataPattern::ones: return 1;
    case DataPattern::ranks: return std::tgamma(ranks + 1);
    case DataPattern::index: break;
  }
  return 0x1p6;
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

// An average of floats is made of fractions. Index begins with multiples of the number of ranks, and a power
// of two only moves the point.
bool exact_in_any_order(const Collective& c, DataPattern pattern) {
  if (!order_matters(c) || c.ranks == 1) return true;
  if (c.op == ReduceOp::prod) return largest_product(pattern, c.ranks) <= most_counted(c.dtype);
  const bool whole = c.op != ReduceOp::avg || pattern == DataPattern::index ||
                     std::has_single_bit(static_cast<unsigned>(c.ranks));
  return whole && largest_sum(pattern, c.ranks) <= most_counted(c.dtype);
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
