// The swing all_gather backwards: near partners come first and exchange the most sums; far partners come
// last and exchange one.
//
//   p = 8:   round 0, +1:   0 <-> 1   2 <-> 3   4 <-> 5   6 <-> 7       4 blocks each way
//            round 1, -1:   0 <-> 7   2 <-> 1   4 <-> 3   6 <-> 5       2 blocks
//            round 2, +3:   0 <-> 3   2 <-> 5   4 <-> 7   6 <-> 1       1 block
//
// Cost: ceil(log2 p) alpha + (p-1)/p S (beta + gamma). For even p.
#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {

extern const Algorithm all_gather_swing;

extern constinit const Algorithm reduce_scatter_swing = {
    .name = "swing",
    .collective = CollectiveKind::reduce_scatter,
    .idea = "Exchange sums to both sides in turn, over distances a third shorter than in recursive halving.",
    .cost = "ceil(log2 p) alpha + (p-1)/p S (beta + gamma)",
    .source =
        "De Sensi, Bonato, Saam, Hoefler, Swing: short-cutting rings for higher bandwidth allreduce, NSDI "
        "2024, arXiv:2401.09356",
    .supports = even_ranks,
    .write = backwards<all_gather_swing>,
    .needs = "an even number of ranks",
};

}  // namespace commlab
