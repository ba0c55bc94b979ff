// Neighbours join their blocks, then pairs of pairs, until the root has all blocks: scatter backwards.
//
//   1 -> 0: [1]  3 -> 2: [3]  5 -> 4: [5]  7 -> 6: [7]
//   2 -> 0: [2 3]     6 -> 4: [6 7]
//   4 -> 0: [4 5 6 7]                                       (positions counted from the root)
//
// Cost: ceil(log2 p) alpha + (p-1)/p S beta: both terms are the least possible with one port.
#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {

extern const Algorithm scatter_binomial;

extern constinit const Algorithm gather_binomial = {
    .name = "binomial",
    .collective = CollectiveKind::gather,
    .idea = "Neighbours join their blocks, then pairs of pairs, until the root has all of them.",
    .cost = "ceil(log2 p) alpha + (p-1)/p S beta",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = backwards<scatter_binomial>,
};

}  // namespace commlab
