// Every rank loads its block of all ranks' vectors; the switch sums them on the way.
//
//   r <-- switch (+) <== block r of every rank     each rank sends S, gets S/p
//
// The first barrier ensures that all vectors are ready to be read, the second that no rank ends, and
// changes its vector, while another rank still reads it.
//
// Cost: 3 alpha + S beta, and the ranks add nothing themselves. The port of every rank sends as much as in
// any other algorithm, plus the rank's own block. The gain is in receiving: S/p instead of (p-1)/p S.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ranks = s.everyone();
  s.barrier(ranks);
  s.next_step();
  s.load_reduce(ranks, {.block = shift(0), .from = Buffer::input});
  s.barrier(ranks);
}

}  // namespace

extern constinit const Algorithm reduce_scatter_nvls = {
    .name = "nvls",
    .collective = CollectiveKind::reduce_scatter,
    .idea = "Every rank loads its block of all vectors, and the switch sums them on the way.",
    .cost = "3 alpha + S beta",
    .source = "NCCL 2.28, src/device/reduce_scatter.h, NVLS",
    .supports = any_ranks,
    .write = write,
    .needs_multicast = true,
};

}  // namespace commlab
