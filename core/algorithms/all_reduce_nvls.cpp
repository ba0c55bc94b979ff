// The switch does the work. It sums one block of everybody's vectors on its way to the block's
// rank, and copies the sum on its way back to everybody.
//
//   reduce-scatter   r <-- switch (+) <== block r of every rank     each rank sends S, gets S/p
//   all-gather       r --> switch     ==> block r of every rank     each rank sends S/p, gets S
//
// Nobody sends or receives messages: a rank reaches into all memories at once. So it must know
// that all have come before it reads, and that all have stored before it ends: two barriers.
//
// Cost: 4 alpha + 2 S beta in one piece; in many pieces loads and stores overlap, and each port
// carries S + S/p both ways: (1 + 1/p) S beta, against 2(p-1)/p S beta of any algorithm whose
// switch only passes on.
#include "core/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  s.cut_into(s.ranks());
  const Group ranks = s.everyone();

  s.phase("reduce-scatter");
  s.barrier(ranks);
  s.next_step();
  s.load_reduce(ranks, {.block = shift(0), .from = Buffer::input});

  s.phase("all-gather");
  s.next_step();
  s.multicast(ranks, {.block = shift(0)});
  s.barrier(ranks);
}

}  // namespace

extern constinit const Algorithm all_reduce_nvls = {
    .name = "nvls",
    .collective = CollectiveKind::all_reduce,
    .idea = "The switch sums a block of all vectors for each rank, and stores the sum to all ranks.",
    .cost = "4 alpha + 2 S beta; in many pieces (1 + 1/p) S beta",
    .source = "NCCL 2.28, src/device/all_reduce.h, NVLS; Klenk et al., ISCA 2020 (in-switch reduction)",
    .supports = any_ranks,
    .write = write,
    .needs_multicast = true,
};

}  // namespace commlab
