// Two rings at once, one in each direction: half of every block is summed clockwise, the other half
// the other way.
//
//        0 ---> 1 ---> 2 ---> 3 ---> 0      first halves
//        0 <--- 1 <--- 2 <--- 3 <--- 0      second halves
//
// Cost: (p-1) alpha + (p-1)/p S (beta/2 + gamma) where each direction has a link of its own; with one
// port per rank, it is not faster than the ring.
#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {

extern const Algorithm all_gather_bidirectional_ring;

extern constinit const Algorithm reduce_scatter_bidirectional_ring = {
    .name = "bidirectional-ring",
    .collective = CollectiveKind::reduce_scatter,
    .idea = "Half of every block is summed once round the ring, the other half the other way.",
    .cost = "(p-1) alpha + (p-1)/p S (beta/2 + gamma)",
    .source =
        "Chan, Heimlich, Purkayastha, van de Geijn, Collective communication: theory, practice, and "
        "experience, CCPE 19(13), 2007: the bucket algorithm, here one each way round",
    .supports = any_ranks,
    .write = backwards<all_gather_bidirectional_ring>,
};

}  // namespace commlab
