#include "gpu/output_check.h"

#include <fmt/format.h>

#include "core/base/index.h"
#include "core/collective/reference.h"
#include "core/programs/native.h"
#include "gpu/library_equal.h"

namespace commlab {
namespace {

// The block that has this element of the full vector.
int block_of(const Partition& partition, std::int64_t element) {
  int block = 0;
  while (partition.block(block).last <= element) ++block;
  return block;
}

// `first` is the number of the part's first element in the full vector.
std::string sentence(const Programs& programs, const PromisedMemory& part, std::int64_t first,
                     const Deviations::Difference& wrong, double slack) {
  const Collective& c = programs.collective;
  Memory right(index(size_of(c.dtype)));
  write_values(c.dtype, c.op, right, part.values.from(wrong.element));
  const std::int64_t element = first + wrong.element;
  const int block = block_of(programs.partition, element);
  return fmt::format("rank {}'s output block {} differs at its element {}{}: found {}, expected {}",
                     part.rank, block, element - programs.partition.block(block).first,
                     slack > 0 ? " by more than rounding" : "", value_to_text(c.dtype, wrong.found.data()),
                     value_to_text(c.dtype, right.data()));
}

}  // namespace

OutputCheck check_outputs(const Programs& programs, DataPattern data, std::span<const RankOutput> outputs,
                          const Compare& compare) {
  const Collective& c = programs.collective;
  const double slack = is_native(programs) ? library_slack(c) : 0;
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
