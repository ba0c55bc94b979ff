// Recursive doubling backwards: each round exchanges half as many sums as the one before with a
// partner half as far, until every rank has the sum of its own block.
//
//   p = 8:   round 0: 0 <-> 4   1 <-> 5   2 <-> 6   3 <-> 7        four blocks each way
//            round 1: 0 <-> 2   1 <-> 3   4 <-> 6   5 <-> 7        two
//            round 2: 0 <-> 1   2 <-> 3   4 <-> 5   6 <-> 7        one
//
// Where p is no power of two, the first e even ranks give their vectors to their odd neighbours, and get
// the sum of their own block at the end.
//
// Cost: log2 p alpha + (p-1)/p S (beta + gamma) for powers of two; two rounds and (p-1)/p S more where
// it folds.
#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {

extern const Algorithm all_gather_recursive_doubling;

extern constinit const Algorithm reduce_scatter_recursive_halving = {
    .name = "recursive-halving",
    .collective = CollectiveKind::reduce_scatter,
    .idea =
        "Exchange half of the sums with a far partner, a quarter with a nearer one, and so on to one block.",
    .cost =
        "log2 p alpha + (p-1)/p S (beta + gamma), two rounds and (p-1)/p S more where p is no power of two",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = backwards<all_gather_recursive_doubling>,
};

}  // namespace commlab
