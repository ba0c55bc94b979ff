// The switch does the work. It sums one block of everybody's vectors on its way to the rank that
// asks, and copies the sum on its way back to everybody. Each rank asks for every p-th block:
//
//   load    r <-- switch (+) <== block of every rank     each rank sends S in all, gets S/p
//   store   r --> switch     ==> block of every rank     each rank sends S/p, gets S
//
// Loads fill the ports one way and stores the other, so a sum is stored while the next block is
// loaded: 16 blocks for each rank, one behind the other.
//
// Nobody sends or receives messages: a rank reaches into all memories at once. So it must know
// that all have come before it reads, and that all have stored before it ends: two barriers.
//
// Cost: 4 alpha + (1 + 1/p) S beta, since each port carries S + S/p both ways, and (1 - 1/p) S/16 beta
// while the first loads and the last stores have the ports to themselves; against 2(p-1)/p S beta
// of any algorithm whose switch only passes on.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

constexpr int blocks_of_a_rank = 16;

void write(Schedule& s) {
  s.cut_into(blocks_of_a_rank * s.ranks());
  const Group ranks = s.everyone();

  s.phase("reduce-scatter");
  s.barrier(ranks);
  s.next_step();
  for (int i = 0; i < blocks_of_a_rank; ++i)
    s.load_reduce(ranks, {.block = shift(i * s.ranks()), .from = Buffer::input});

  s.phase("all-gather");
  s.next_step();
  for (int i = 0; i < blocks_of_a_rank; ++i) s.multicast(ranks, {.block = shift(i * s.ranks())});
  s.barrier(ranks);
}

}  // namespace

extern constinit const Algorithm all_reduce_nvls = {
    .name = "nvls",
    .collective = CollectiveKind::all_reduce,
    .idea = "The switch sums a block of all vectors for each rank, and stores the sum to all ranks.",
    .cost = "4 alpha + (1 + 1/p + (1 - 1/p)/16) S beta",
    .source = "NCCL 2.28, src/device/all_reduce.h, NVLS; Klenk et al., ISCA 2020 (in-switch reduction)",
    .supports = any_ranks,
    .write = write,
    .needs_multicast = true,
};

}  // namespace commlab
