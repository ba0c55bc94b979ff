// Every round doubles what a rank has: rank r gets from rank r+d all blocks that r+d has, or only
// those that r still lacks.
//
//   p = 5:      rank 0        rank 1        rank 2        rank 3        rank 4
//               0             1             2             3             4
//   d = 1:      0 1           1 2           2 3           3 4           4 0
//   d = 2:      0 1 2 3       1 2 3 4       2 3 4 0       3 4 0 1       4 0 1 2
//   d = 4:      0 1 2 3 4     1 2 3 4 0     ...
//
// Every block lands at its final place, so nothing is rotated at the end. A run of blocks that passes
// the last one goes on with the first.
//
// Cost: ceil(log2 p) alpha + (p-1)/p S beta.
#include <algorithm>

#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ring = s.everyone();
  for (int distance = 1; distance < s.ranks(); distance *= 2) {
    s.next_step();
    if (distance == 1) s.every(ring, {.to = shift(0), .block = shift(0), .from = Buffer::input});
    s.every(ring, {.to = shift(-distance),
                   .block = shift(0),
                   .blocks = std::min(distance, s.ranks() - distance),
                   .from = distance == 1 ? Buffer::input : Buffer::output});
  }
}

}  // namespace

extern constinit const Algorithm all_gather_bruck = {
    .name = "bruck",
    .collective = CollectiveKind::all_gather,
    .idea = "Every round doubles what a rank has; the last round brings only what is still missing.",
    .cost = "ceil(log2 p) alpha + (p-1)/p S beta",
    .source =
        "Bruck, Ho, Kipnis, Upfal, Weathersby, Efficient algorithms for all-to-all communications in "
        "multiport message-passing systems, IEEE TPDS 8(11), 1997",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
