// The ring algorithm on k rings side by side. Each ring sums 1/k of every block.
//
//   k = 2 of 4 ranks, all wired to all:    share 0:  0 -> 1 -> 2 -> 3 -> 0
//                                          share 1:  0 -> 2 -> 1 -> 3 -> 0
//
// The rings come from the machine's wiring (core/routes/nccl_rings.h, disjoint_rings.h), and the result
// names them. On a machine whose GPUs are joined by switches there are none: there, the algorithm is the
// plain ring. --channels cuts each ring's share further.
//
// Cost: (p-1) alpha + (p-1)/p S (beta/k + gamma), where each of k rings has links of its own
#include "core/algorithms/parts/multi_ring.h"
#include "core/schedule/algorithm.h"

namespace commlab {

extern const Algorithm reduce_scatter_ring;

namespace {

void write(Schedule& s) {
  const auto rings = split_over_rings(s);
  on_every_ring(s, reduce_scatter_ring, rings, {});
}

}  // namespace

extern constinit const Algorithm reduce_scatter_multi_ring = {
    .name = "multi-ring",
    .collective = CollectiveKind::reduce_scatter,
    .idea = "Every block is summed once round several rings, a share of it on each.",
    .cost = "(p-1) alpha + (p-1)/p S (beta/k + gamma), where each of k rings has links of its own",
    .source = "NCCL 2.28, src/graph/rings.cc and src/graph/search.cc: one channel for each ring it finds",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
