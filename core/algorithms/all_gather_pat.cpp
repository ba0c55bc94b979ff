// Far partners come first and get one block only; near partners come last and get the most blocks. So the
// traffic falls with the distance, as the bandwidth of a tapered network does.
//
//   p = 8, rank r:    d = 4:  sends r              to r-4
//                     d = 2:  sends r  r+4         to r-2
//                     d = 1:  sends r  r+2 r+4 r+6 to r-1      each round's blocks in one message
//
// (Bruck goes from near to far: there, the farthest partner gets half of all blocks.)
//
// Cost: ceil(log2 p) alpha + (p-1)/p S beta.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const int p = s.ranks();
  const Group ring = s.everyone();
  int farthest = 1;
  while (2 * farthest < p) farthest *= 2;
  for (int distance = farthest; distance >= 1; distance /= 2) {
    s.next_step();
    if (distance == farthest) s.every(ring, {.to = shift(0), .block = shift(0), .from = Buffer::input});
    s.every(ring, {.to = shift(-distance),
                   .block = shift(0),
                   .blocks = (p - distance - 1) / (2 * distance) + 1,
                   .spacing = runs_of(1, 2 * distance),
                   .from = distance == farthest ? Buffer::input : Buffer::output});
  }
}

}  // namespace

extern constinit const Algorithm all_gather_pat = {
    .name = "pat",
    .collective = CollectiveKind::all_gather,
    .idea = "One block goes to the far partner, more blocks to nearer ones: parallel aggregated trees.",
    .cost = "ceil(log2 p) alpha + (p-1)/p S beta",
    .source =
        "Jeaugey, PAT: a new algorithm for all-gather and reduce-scatter operations at scale, "
        "arXiv:2506.20252, 2025; NCCL 2.23, src/include/collectives.h (here with full aggregation)",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
