// Every block goes once round the ring: a rank passes on what it got in the step before.
//
//   step 0:  r sends block r      to r+1
//   step 1:  r sends block r-1    to r+1
//   ...
//
// Cost: (p-1) alpha + (p-1)/p S beta: every byte enters every rank once, as it must.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ring = s.everyone();
  s.next_step();
  s.every(ring, {.to = shift(0), .block = shift(0), .from = Buffer::input});  // the rank's own block
  for (int k = 0; k < s.ranks() - 1; ++k) {
    if (k > 0) s.next_step();
    s.every(ring, {.to = shift(1), .block = shift(-k), .from = k == 0 ? Buffer::input : Buffer::output});
  }
}

}  // namespace

extern constinit const Algorithm all_gather_ring = {
    .name = "ring",
    .collective = CollectiveKind::all_gather,
    .idea = "Every block goes once round the ring.",
    .cost = "(p-1) alpha + (p-1)/p S beta",
    .source = "NCCL 2.28, src/device/all_gather.h",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
