// The ring algorithm on k rings side by side. Each ring sums and shares 1/k of every block.
//
//   k = 2 of 4 ranks, all wired to all:    share 0:  0 -> 1 -> 2 -> 3 -> 0
//                                          share 1:  0 -> 2 -> 1 -> 3 -> 0
//
// The rings come from the machine's wiring (core/routes/nccl_rings.h, disjoint_rings.h), and the result
// names them. On a machine whose GPUs are joined by switches there are none: there, the algorithm is the
// plain ring. --channels cuts each ring's share further.
//
// Cost: 2(p-1) alpha + 2(p-1)/p S beta/k + (p-1)/p S gamma, where each of k rings has links of its own
#include "core/algorithms/parts/multi_ring.h"
#include "core/schedule/algorithm.h"

namespace commlab {

extern const Algorithm reduce_scatter_ring, all_gather_ring;

namespace {

void write(Schedule& s) {
  s.cut_into(s.ranks());
  const auto rings = split_over_rings(s);
  s.phase("reduce-scatter");
  on_every_ring(s, reduce_scatter_ring, rings, {.scratch = Buffer::output});
  s.phase("all-gather");
  on_every_ring(s, all_gather_ring, rings, {.input = Buffer::output});
}

}  // namespace

extern constinit const Algorithm all_reduce_multi_ring = {
    .name = "multi-ring",
    .collective = CollectiveKind::all_reduce,
    .idea = "Each chunk goes twice round several rings, a share of it on each.",
    .cost = "2(p-1) alpha + 2(p-1)/p S beta/k + (p-1)/p S gamma, where each of k rings has links of its own",
    .source = "NCCL 2.28, src/graph/rings.cc and src/graph/search.cc: one channel for each ring it finds",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
