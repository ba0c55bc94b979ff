// What torch.distributed does on CPUs: a ring reduce_scatter in two segments per rank, then every
// rank sends its finished chunk to the root. The ring works in the output of every rank, and nothing is
// restored there: ranks other than the root keep partial sums.
//
//   4 ranks of ones, one element, root 0:      after    4  3  2  1
//   the same with root 2:                               4  3  4  1
//   four elements, root 0:     4444  3344  2233  1122
//
//   chunk c starts at rank c-1, goes down the ring c-2, c-3, ..., and is complete at rank c
//
// Cost: (2p-1) alpha + 2(p-1)/p S beta + (p-1)/p S gamma.
#include "core/algorithms/parts/gloo_ring.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  gloo_reduce_scatter(s, FirstSender::keeps_its_input);

  s.phase("gather");
  s.next_step();
  for (int i = 0; i < s.ranks(); ++i)
    if (s.rank_at(i) != s.root())
      s.one(s.rank_at(i), s.root(), {.block = at(gloo_block(s, i)), .blocks = gloo_segments});
}

}  // namespace

extern constinit const Algorithm reduce_gloo = {
    .name = "gloo",
    .collective = CollectiveKind::reduce,
    .idea =
        "A ring reduce_scatter in the output of every rank, then the chunks go to the root; other ranks keep "
        "partial sums.",
    .cost = "(2p-1) alpha + 2(p-1)/p S beta + (p-1)/p S gamma",
    .source = "facebookincubator/gloo, gloo/reduce.cc",
    .supports = gloo_ranks,
    .write = write,
    .needs = "at most 512 ranks, since each of them does something different",
};

}  // namespace commlab
