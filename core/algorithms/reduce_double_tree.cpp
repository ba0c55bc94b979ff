// Half of the vector is summed up one binary tree, half up another. Each inner rank adds what its two
// children send: this is the double tree broadcast backwards.
//
//   half 0:  1, 3, 5, 7 -> 2, 6 -> 4 -> 0          half 1:  2, 4, 6, 1 -> 3, 7 -> 5 -> 0
//                                                                 (positions counted from the root)
// Cost: with k pieces of each half, at most (2 ceil(log2 p) + 2k) (alpha + S/2k (beta + gamma)).
#include <cmath>

#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {

extern const Algorithm broadcast_double_tree;

extern constinit const Algorithm reduce_double_tree = {
    .name = "double-tree",
    .collective = CollectiveKind::reduce,
    .idea =
        "Half of the vector is summed up one binary tree, half up another whose leaves are the first one's "
        "inner ranks.",
    .cost = "S beta + 2 q alpha + 2 sqrt(2 q alpha S beta) with the best pieces, q = ceil(log2 p)",
    .source =
        "Sanders, Speck, Traeff, Two-tree algorithms for full bandwidth broadcast, reduction and scan, "
        "Parallel Computing 35, 2009; NCCL 2.28, src/graph/trees.cc",
    .supports = any_ranks,
    .write = backwards<broadcast_double_tree>,
    .pieces = [](int ranks, double ratio) { return std::sqrt(std::log2(ranks) * ratio / 2); },
};

}  // namespace commlab
