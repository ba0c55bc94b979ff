// From the far end of the chain each rank adds its own vector to what comes and passes the sum on,
// piece by piece, until it reaches the root: the chain broadcast backwards.
//
//   root <- 1 <- 2 <- 3          time    1->root   2->1   3->2
//                                  0                        piece 0
//                                  1               piece 0  piece 1
//                                  2      piece 0  piece 1  piece 2
//
// Cost: (p-2+B) (alpha + S/B beta) with B pieces; each addition takes place while the next piece
// is under way.
#include <cmath>

#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {

extern const Algorithm broadcast_chain;

extern constinit const Algorithm reduce_chain = {
    .name = "chain",
    .collective = CollectiveKind::reduce,
    .idea = "From the far end each rank adds its vector to what comes and passes the sum on, in pieces.",
    .cost = "(p-2+B) (alpha + S/B beta) with B pieces",
    .source = "NCCL 2.28, src/device/reduce.h",
    .supports = any_ranks,
    .write = backwards<broadcast_chain>,
    .pieces = [](int ranks, double ratio) { return std::sqrt((ranks - 2) * ratio); },
};

}  // namespace commlab
