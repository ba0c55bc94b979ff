// Every rank stores its block once; the switch copies it to everybody.
//
//   r --> switch ==> block r of every rank        each rank sends S/p, gets S
//
// The first barrier ensures that all buffers are ready to be written, the second that no rank ends
// before all blocks have come.
//
// Cost: 3 alpha + S beta. The port of every rank receives as much as in any other algorithm, plus the
// rank's own block. The gain is in sending: S/p instead of (p-1)/p S.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ranks = s.everyone();
  s.barrier(ranks);
  s.next_step();
  s.multicast(ranks, {.block = shift(0), .from = Buffer::input});
  s.barrier(ranks);
}

}  // namespace

extern constinit const Algorithm all_gather_nvls = {
    .name = "nvls",
    .collective = CollectiveKind::all_gather,
    .idea = "Every rank stores its block once, and the switch copies it to all ranks.",
    .cost = "3 alpha + S beta",
    .source = "NCCL 2.28, src/device/all_gather.h, NVLS",
    .supports = any_ranks,
    .write = write,
    .needs_multicast = true,
};

}  // namespace commlab
