// Every rank loads its block of everybody's vectors; the switch sums them on the way.
//
//   r <-- switch (+) <== block r of every rank     each rank sends S, gets S/p
//
// A barrier before, so that all vectors are there to be read, and one after, so that nobody ends,
// and changes its vector, while another still reads it.
//
// Cost: 3 alpha + S beta, and no sum is left to the ranks. Everybody's port gives out as much as in
// any other algorithm, and its own block besides; what is saved is taking in: S/p.
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
