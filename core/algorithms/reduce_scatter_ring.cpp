// Block b starts at rank b+1 and goes once round the ring, growing by one contribution at
// each rank, and ends complete at rank b.
//
//   step k:  r sends block r-1-k to r+1, which adds its own input to it
//
// Cost: (p-1) alpha + (p-1)/p S (beta + gamma).
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ring = s.everyone();
  const int last = s.ranks() - 2;
  for (int k = 0; k <= last; ++k) {
    s.next_step();
    s.every(ring, {.to = shift(1),
                   .block = shift(-1 - k),
                   .combine = Combine::reduce,
                   .from = k == 0 ? Buffer::input : Buffer::scratch,
                   .into = k == last ? Buffer::output : Buffer::scratch,
                   .with = Buffer::input});
  }
}

}  // namespace

extern constinit const Algorithm reduce_scatter_ring = {
    .name = "ring",
    .collective = CollectiveKind::reduce_scatter,
    .idea = "Every block goes once round the ring and is summed on the way.",
    .cost = "(p-1) alpha + (p-1)/p S (beta + gamma)",
    .source = "NCCL 2.28, src/device/reduce_scatter.h",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
