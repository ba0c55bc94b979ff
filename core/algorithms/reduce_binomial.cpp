// Neighbours add, then pairs of pairs, until the root has the sum: broadcast backwards.
//
//   1 -> 0   3 -> 2   5 -> 4   7 -> 6
//   2 -> 0            6 -> 4
//   4 -> 0                                                  (positions counted from the root)
//
// Cost: ceil(log2 p) (alpha + S beta + S gamma).
#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {
extern const Algorithm broadcast_binomial;

extern constinit const Algorithm reduce_binomial = {
    .name = "binomial",
    .collective = CollectiveKind::reduce,
    .idea = "Neighbours add their vectors, then pairs of pairs, until the root has the sum.",
    .cost = "ceil(log2 p) (alpha + S beta + S gamma)",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = backwards<broadcast_binomial>,
};

}  // namespace commlab
