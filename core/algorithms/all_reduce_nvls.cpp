// The switch does the work. When a rank loads a block, the switch sums this block of all vectors on the
// way; when the rank stores the sum, the switch copies it to all ranks. Each rank does so for every p-th
// block:
//
//   load    r <-- switch (+) <== block of every rank     each rank sends S in all, gets S/p
//   store   r --> switch     ==> block of every rank     each rank sends S/p, gets S
//
// Loads fill the ports in one direction and stores in the other, so a sum is stored while the next block
// is loaded: each rank has 16 blocks, one after the other.
//
// No rank sends or receives messages: a rank reaches into all memories at once. So two barriers are needed:
// all ranks must have come before any rank reads, and all must have stored before any rank ends.
//
// Cost: 4 alpha + (1 + 1/p) S beta, since each port carries S + S/p in each direction, plus (1 - 1/p) S/16
// beta while the first loads and the last stores have the ports to themselves. An algorithm whose switch
// only forwards needs 2(p-1)/p S beta.
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
