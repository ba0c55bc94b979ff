#include "gui/window/run/goal.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/ranges.h>

#include "core/base/numbers.h"
#include "core/collective/contributions.h"

namespace commlab {
namespace {

// Up to this many numbers are all written; of more, the first two and the last.
constexpr std::size_t most_written_out = 5;

std::string listed(const std::vector<double>& numbers, std::string_view between) {
  if (numbers.size() <= most_written_out) return fmt::format("{}", fmt::join(numbers, between));
  return fmt::format("{}{}{}{}…{}{}", numbers[0], between, numbers[1], between, between, numbers.back());
}

// The number that a rank brings; nothing if its elements differ.
std::optional<double> number_of(DataPattern pattern, Rank rank) {
  switch (pattern) {
    case DataPattern::ones: return 1;
    case DataPattern::ranks: return rank + 1;
    case DataPattern::index: return std::nullopt;
  }
  return std::nullopt;
}

// Whole numbers up to this one are exact in the type, also as sums and products; as far as this file counts.
double exact_up_to(DataType type) { return std::min(counts_up_to(type), counts_up_to(DataType::float64)); }

double combined(ReduceOp op, const std::vector<double>& numbers) {
  double result = numbers[0];
  for (std::size_t i = 1; i < numbers.size(); ++i) switch (op) {
      case ReduceOp::sum:
      case ReduceOp::avg: result += numbers[i]; break;
      case ReduceOp::prod: result *= numbers[i]; break;
      case ReduceOp::min: result = std::min(result, numbers[i]); break;
      case ReduceOp::max: result = std::max(result, numbers[i]); break;
    }
  return result;
}

std::string_view in_words(ReduceOp op) {
  switch (op) {
    case ReduceOp::sum: return "the sum";
    case ReduceOp::prod: return "the product";
    case ReduceOp::min: return "the smallest";
    case ReduceOp::max: return "the largest";
    case ReduceOp::avg: return "the average";
  }
  return "";
}

// The average of whole numbers, as the type keeps it: integers drop the fraction.
double averaged(const Collective& c, double sum) {
  const double quotient = sum / c.ranks;
  return is_floating(c.dtype) ? quotient : std::trunc(quotient);
}

std::string arithmetic(const Collective& c, const std::vector<double>& numbers, double result) {
  switch (c.op) {
    case ReduceOp::sum: return fmt::format("{} = {}", listed(numbers, " + "), result);
    case ReduceOp::prod: return fmt::format("{} = {}", listed(numbers, " × "), result);
    case ReduceOp::avg:
      return fmt::format("({}) / {} = {:.6g}", listed(numbers, " + "), c.ranks, averaged(c, result));
    case ReduceOp::min:
    case ReduceOp::max: break;
  }
  return fmt::format("{} of {}: {}", in_words(c.op), listed(numbers, ", "), result);
}

// What all ranks' inputs become: "1 + 2 + 3 + 4 = 10", "the sum of what all 4 ranks bring".
std::string reduced(const Collective& c, DataPattern pattern) {
  const std::string words =
      fmt::format("{} of what all {} ranks bring", in_words(c.op), with_commas(c.ranks));
  std::vector<double> numbers;
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    const std::optional<double> number = number_of(pattern, rank);
    if (!number) return c.ranks == 1 ? "what it brought" : words;
    numbers.push_back(*number);
  }
  const double result = combined(c.op, numbers);
  if (!(result <= exact_up_to(c.dtype))) return words;
  return c.ranks == 1 ? fmt::format("{}", result) : arithmetic(c, numbers, result);
}

// What one rank brings: "what rank 0 has: 1".
std::string of_one(Rank rank, DataPattern pattern) {
  const std::optional<double> number = number_of(pattern, rank);
  return number ? fmt::format("what rank {} has: {}", rank, *number) : fmt::format("what rank {} has", rank);
}

// ": 1, 2, 3, 4", one number for each rank; empty if a rank's elements differ.
std::string of_each(const Collective& c, DataPattern pattern) {
  std::vector<double> numbers;
  for (Rank rank = 0; rank < c.ranks; ++rank) {
    const std::optional<double> number = number_of(pattern, rank);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return ": " + listed(numbers, ", ");
}

std::string promise(const Collective& c, DataPattern pattern) {
  const std::string every = c.ranks == 1 ? "the only rank ends with" : "every rank ends with";
  const std::string root = fmt::format("rank {} ends with", c.root);
  switch (c.kind) {
    case CollectiveKind::broadcast: return every + " " + of_one(c.root, pattern);
    case CollectiveKind::scatter: return every + " its own block of " + of_one(c.root, pattern);
    case CollectiveKind::gather: return root + " the blocks of all ranks" + of_each(c, pattern);
    case CollectiveKind::reduce: return root + " " + reduced(c, pattern);
    case CollectiveKind::all_reduce: return every + " " + reduced(c, pattern);
    case CollectiveKind::all_gather: return every + " the blocks of all ranks" + of_each(c, pattern);
    case CollectiveKind::reduce_scatter: return every + " its own block of " + reduced(c, pattern);
    case CollectiveKind::all_to_all:
      return every + " one block from each rank" + of_each(c, pattern) +
             (is_uneven(c) ? "; sizes differ" : "");
    case CollectiveKind::sendrecv: return every + " what the rank before it has";
    case CollectiveKind::p2p:
      return fmt::format("{} {} with {}", ranks_to_text(c.to), c.to.size() == 1 ? "ends" : "end",
                         of_one(c.from, pattern));
  }
  return {};
}

}  // namespace

std::string goal_text(const Collective& collective, DataPattern pattern) {
  assert(collective.ranks >= 1 && collective.count >= 0 && "there are ranks, and no negative count");
  if (elements_of(collective) == 0) return "Goal: nothing to do, the vector has no elements";
  return "Goal: " + promise(collective, pattern);
}

Time goal_reached(const Replay& replay) {
  if (elements_of(replay.collective()) == 0) return Time{};
  Time latest{0};
  for (Rank rank = 0; rank < replay.collective().ranks; ++rank)
    latest = std::max(latest, replay.completed(rank));
  return latest;
}

}  // namespace commlab
