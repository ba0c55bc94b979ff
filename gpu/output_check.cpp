#include "gpu/output_check.h"

#include <fmt/format.h>

#include "core/base/index.h"
#include "core/collective/reference.h"
#include "core/programs/native.h"
#include "gpu/library_equal.h"

namespace commlab {
namespace {

// `first` is the number of the part's first element in the rank's output.
std::string sentence(const Programs& programs, const PromisedMemory& part, std::int64_t first,
                     const Deviations::Difference& wrong, double slack) {
  const Collective& c = programs.collective;
  Memory right(index(size_of(c.dtype)));
  write_values(c.dtype, c.op, right, part.values.from(wrong.element));
  const std::int64_t element = first + wrong.element;
  const auto range = [&](int block) {
    return block_in(c, programs.partition, Buffer::output, part.rank, block);
  };
  int block = 0;
  while (range(block).last <= element) ++block;
  return fmt::format("rank {}'s output block {} differs at its element {}{}: found {}, expected {}",
                     part.rank, block, element - range(block).first,
                     slack > 0 ? " by more than rounding" : "", value_to_text(c.dtype, wrong.found.data()),
                     value_to_text(c.dtype, right.data()));
}

}  // namespace

OutputCheck check_outputs(const Programs& programs, DataPattern data, std::span<const RankOutput> outputs,
                          const Compare& compare) {
  const Collective& c = programs.collective;
  const double slack = is_native(programs) ? library_slack(c, data) : 0;
  std::vector<PromisedMemory> parts;
  std::vector<std::int64_t> firsts;
  for (const RankOutput& output : outputs) {
    if (output.storage.memory == nullptr) continue;
    for (const PromisedRange& range : promised(c, programs.partition, data, output.rank)) {
      parts.push_back({output.rank, output.storage.of(range.elements, c.dtype), range.values});
      firsts.push_back(range.elements.first);
    }
  }
  const Deviations found = compare(parts, slack);
  OutputCheck check{.wrong = {}, .rounded = found.rounded};
  if (const auto& wrong = found.wrong)
    check.wrong = sentence(programs, parts[wrong->part], firsts[wrong->part], *wrong, slack);
  return check;
}

}  // namespace commlab
