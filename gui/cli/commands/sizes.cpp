#include "gui/cli/commands/sizes.h"

#include <CLI/CLI.hpp>

#include "core/base/numbers.h"
#include "core/base/typed_bytes.h"
#include "gui/experiments/number_range.h"

namespace commlab {

void add_size_range(CLI::App& app, SizeRange& range) {
  app.add_option("-b,--begin", range.first, "the first size; default: " + range.first)->type_name("SIZE");
  app.add_option("-e,--end", range.last, "the last size; default: " + range.last)->type_name("SIZE");
  add_factor(app, range);
}

void add_factor(CLI::App& app, SizeRange& range) {
  app.add_option_function<std::string>(
         "-f,--factor",
         [&range](const std::string& text) {
           const auto factor = parse_number<double>(text);
           if (!factor) throw CLI::ValidationError("-f: '" + text + "' is not a number");
           range.factor = *factor;
         },
         "factor from one size to the next; default: 2")
      ->type_name("N");
}

std::string to_line(const SizeRange& range) {
  return fmt::format("-b {} -e {} -f {}", with_unit(range.first), with_unit(range.last), range.factor);
}

Result<std::vector<Bytes>> sizes_of(const SizeRange& range) {
  const Result<Bytes> first = parse_typed_bytes(range.first);
  const Result<Bytes> last = parse_typed_bytes(range.last);
  if (!first) return tl::unexpected(first.error());
  if (!last) return tl::unexpected(last.error());
  if (*first > *last)
    return fail("sizes from {} to {}: the first is larger than the last", range.first, range.last);
  if (!(range.factor > 1))
    return fail("-f: sizes must grow, so the factor must be above 1, not {}", range.factor);

  constexpr std::size_t most_sizes = 10'000;  // each is a run, and a line of the table
  const auto numbers = numbers_by_factor(first->count, last->count, range.factor, most_sizes);
  if (numbers.size() > most_sizes)
    return fail("-f: by a factor of {} there are more than {} sizes from {} to {}; expected fewer",
                range.factor, most_sizes, range.first, range.last);
  std::vector<Bytes> sizes;
  for (const std::int64_t bytes : numbers) sizes.push_back({bytes});
  return sizes;
}

}  // namespace commlab
