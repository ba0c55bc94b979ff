// The chain algorithm along k rings side by side, with 1/k of the vector on each: the multi-chain broadcast
// backwards.
//
//   k = 3 of 4 ranks, all wired to all:    share 0:  0 <- 1 <- 2 <- 3
//                                          share 1:  0 <- 2 <- 3 <- 1
//                                          share 2:  0 <- 3 <- 1 <- 2
//
// Cost: (p-2+B) (alpha + S/B beta/k) with B pieces, where each of k rings has links of its own
#include <cmath>

#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {

extern const Algorithm broadcast_multi_chain;

extern constinit const Algorithm reduce_multi_chain = {
    .name = "multi-chain",
    .collective = CollectiveKind::reduce,
    .idea = "Sums travel up several chains, a share of the vector on each, in pieces.",
    .cost = "(p-2+B) (alpha + S/B beta/k) with B pieces, where each of k rings has links of its own",
    .source = "NCCL 2.28, src/device/reduce.h, on one channel for each ring of src/graph/rings.cc",
    .supports = any_ranks,
    .write = backwards<broadcast_multi_chain>,
    .pieces = [](int ranks, double ratio) { return std::sqrt((ranks - 2) * ratio); },
};

}  // namespace commlab
