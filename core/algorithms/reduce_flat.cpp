// Every rank sends its whole vector to the root, which adds them up in a fixed order.
//
//     1  2  3  4
//      \ |  | /  all at once
//        root
//
// Cost: alpha + (p-1) S (beta + gamma) where the root has one port: incast, and one rank does all
// the adding.
#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {

extern const Algorithm broadcast_flat;

extern constinit const Algorithm reduce_flat = {
    .name = "flat",
    .collective = CollectiveKind::reduce,
    .idea = "Every rank sends everything to the root, which adds it up alone.",
    .cost = "alpha + (p-1) S (beta + gamma) on one port",
    .source =
        "Chan, Heimlich, Purkayastha, van de Geijn, Collective communication: theory, practice, and "
        "experience, 2007",
    .supports = any_ranks,
    .write = backwards<broadcast_flat>,
};

}  // namespace commlab
