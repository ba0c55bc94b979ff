#include "gui/experiments/batch_grid.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/numbers.h"
#include "core/base/typed_bytes.h"
#include "core/base/words.h"
#include "gui/experiments/backend_setups.h"
#include "gui/experiments/number_range.h"

namespace commlab {
namespace {

// One value of these options may have commas.
constexpr std::string_view values_with_commas[] = {"machine", "counts", "to",  "ring",  "gpus-of-node",
                                                   "slow",    "late",   "cut", "absent"};
// Values of these options are numbers, which may be given as a range.
constexpr std::string_view values_with_ranges[] = {"size",     "count",          "ranks",  "root",
                                                   "from",     "channels",       "pieces", "slots",
                                                   "per-node", "ranks-per-node", "seed"};

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// "8:64:+8"
struct GridRange {
  std::int64_t first;
  std::int64_t last;
  std::string_view step;  // "+8" adds 8, "3" multiplies by 3; empty: doubles
};

Result<std::int64_t> parse_end(const ExperimentOption& option, std::string_view text) {
  if (option.name == "size") return parse_typed_bytes(text).map([](Bytes size) { return size.count; });
  const auto number = parse_number<std::int64_t>(text);
  if (!number) return fail("'{}' is not a whole number", text);
  return *number;
}

Result<GridRange> parse_range(const ExperimentOption& option, std::string_view text) {
  const std::vector<std::string_view> parts = split_at(text, ':');
  if (parts.size() > 3)
    return fail("'{}' is no range; expected first:last, first:last:factor or first:last:+step", text);
  const auto first = parse_end(option, parts[0]);
  if (!first) return tl::unexpected(first.error());
  const auto last = parse_end(option, parts[1]);
  if (!last) return tl::unexpected(last.error());
  if (*first > *last) return fail("in the range {} the first is larger than the last", text);
  return GridRange{*first, *last, parts.size() == 3 ? parts[2] : std::string_view{}};
}

Result<std::vector<std::int64_t>> numbers_of(const ExperimentOption& option, std::string_view text) {
  const Result<GridRange> range = parse_range(option, text);
  if (!range) return tl::unexpected(range.error());
  if (range->step.starts_with('+')) {
    const auto step = parse_end(option, range->step.substr(1));
    if (!step) return tl::unexpected(step.error());
    if (*step < 1) return fail("in the range {} the step must be 1 or more", text);
    if ((range->last - range->first) / *step >= static_cast<std::int64_t>(most_batch_entries))
      return fail("the range {} has more than {} values", text, most_batch_entries);
    std::vector<std::int64_t> numbers;
    for (std::int64_t n = range->first;; n += *step) {
      numbers.push_back(n);
      if (range->last - n < *step) return numbers;
    }
  }
  const auto factor = range->step.empty() ? std::optional(2.0) : parse_number<double>(range->step);
  if (!factor || !(*factor > 1)) return fail("in the range {} the factor must be a number above 1", text);
  auto numbers = numbers_by_factor(range->first, range->last, *factor, most_batch_entries);
  if (numbers.size() > most_batch_entries)
    return fail("the range {} has more than {} values", text, most_batch_entries);
  return numbers;
}

// Adds what one word between commas stands for.
Status add_values(std::vector<std::string>& values, const ExperimentOption& option, std::string_view word) {
  const std::string_view unit = option.name == "size" ? "B" : "";
  if (is_one_of(values_with_ranges, option.name) && word.find(':') != word.npos) {
    const auto numbers = numbers_of(option, word);
    if (!numbers) return tl::unexpected(numbers.error());
    for (const std::int64_t number : *numbers) values.push_back(fmt::format("{}{}", number, unit));
    return {};
  }
  const bool bare = !word.empty() && std::ranges::all_of(word, is_digit);
  values.push_back(fmt::format("{}{}", word, bare ? unit : ""));
  return {};
}

std::vector<std::string> listed(const ExperimentOption& option, const std::string& typed) {
  if (is_one_of(values_with_commas, option.name)) return {typed};
  if (option.name == "algorithm") return algorithms_named(typed);
  std::vector<std::string> words;
  for (const std::string_view word : split_at(typed, ',')) words.emplace_back(word);
  return words;
}

Status check_values(const ExperimentOption& option, const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    Experiment scratch;
    if (const Status read = read_option(option, scratch, value); !read) return read;
  }
  return {};
}

struct GridAxis {
  const ExperimentOption* option;
  std::vector<std::string> values;  // {""} for a flag
};

Result<std::vector<GridAxis>> axes_of(std::span<const GridOption> given) {
  std::vector<GridAxis> axes;
  for (const ExperimentOption& option : experiment_options()) {
    const auto found = std::ranges::find(given, &option, &GridOption::option);
    if (found == given.end()) continue;
    auto values = grid_values(*found);
    if (!values) return tl::unexpected(values.error());
    axes.push_back({&option, *std::move(values)});
  }
  return axes;
}

// Adds all combinations of the axes that are left.
Status add_all(Batch& batch, Experiment experiment, std::span<const GridAxis> axes, const Tools& tools) {
  if (axes.empty()) return batch.add(experiment, tools);
  const GridAxis& axis = axes.front();
  for (const std::string& value : axis.values) {
    Experiment next = experiment;
    if (const Status read = read_option(*axis.option, next, value); !read) return read;
    if (const Status added = add_all(batch, std::move(next), axes.subspan(1), tools); !added) return added;
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> grid_values(const GridOption& given) {
  const ExperimentOption& option = *given.option;
  if (option.takes.empty()) return std::vector<std::string>{""};
  std::vector<std::string> values;
  for (const std::string& typed : given.typed)
    for (const std::string& word : listed(option, typed))
      if (const Status added = add_values(values, option, word); !added)
        return fail("--{}: {}", option.name, added.error().message);
  if (const Status fine = check_values(option, values); !fine) return tl::unexpected(fine.error());
  return values;
}

Result<Batch> grid_of(const std::string& collectives, std::span<const GridOption> given, const Tools& tools) {
  const auto axes = axes_of(given);
  if (!axes) return tl::unexpected(axes.error());
  Batch batch;
  for (const std::string_view name : split_at(collectives, ',')) {
    const Result<CollectiveKind> kind = parse_collective(name);
    if (!kind) return tl::unexpected(kind.error());
    if (const Status added = add_all(batch, {.collective = *kind}, *axes, tools); !added)
      return tl::unexpected(added.error());
  }
  return batch;
}

}  // namespace commlab
