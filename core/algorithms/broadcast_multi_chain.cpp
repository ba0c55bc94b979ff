// The chain algorithm along k rings side by side: from the root, 1/k of the vector goes once round each
// ring.
//
//   k = 3 of 4 ranks, all wired to all:    share 0:  0 -> 1 -> 2 -> 3
//                                          share 1:  0 -> 2 -> 3 -> 1
//                                          share 2:  0 -> 3 -> 1 -> 2
//
// One chain fills one link out of the root, and k chains fill k links. The rings are searched for on the
// machine (core/routes/disjoint_rings.h), and the result names them. On a machine whose GPUs are joined by
// switches there are none: there, the algorithm is the plain chain.
//
// Cost: (p-2+B) (alpha + S/B beta/k) with B pieces, where each of k rings has links of its own
#include <cmath>

#include "core/algorithms/parts/multi_ring.h"
#include "core/schedule/algorithm.h"

namespace commlab {

extern const Algorithm broadcast_chain;

namespace {

void write(Schedule& s) {
  const auto rings = split_over_rings(s);
  on_every_ring(s, broadcast_chain, rings, {});
}

}  // namespace

extern constinit const Algorithm broadcast_multi_chain = {
    .name = "multi-chain",
    .collective = CollectiveKind::broadcast,
    .idea = "The vector runs down several chains, a share of it on each, in pieces.",
    .cost = "(p-2+B) (alpha + S/B beta/k) with B pieces, where each of k rings has links of its own",
    .source = "NCCL 2.28, src/device/broadcast.h, on one channel for each ring of src/graph/rings.cc",
    .supports = any_ranks,
    .write = write,
    .pieces = [](int ranks, double ratio) { return std::sqrt((ranks - 2) * ratio); },
};

}  // namespace commlab
