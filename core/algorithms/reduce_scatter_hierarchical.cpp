// The hierarchical all_gather backwards: first the ranks of each node sum, n blocks each, so that only
// one sum per node and block crosses the network.
//
//   node 0:    rank 0 -- rank 1      g = 2 ranks per node, n = 3 nodes
//                |         |
//   node 1:    rank 2 -- rank 3      first along rows: rank 2 sums blocks 0 2 4 of its node
//                |         |
//   node 2:    rank 4 -- rank 5      then down columns: rank 2 keeps block 2
//
// hierarchical:INNER,OUTER takes any all_gather for each, and runs it backwards.
//
// Cost with rings: (g-1) (alpha + S/g (beta + gamma)) within, (n-1) (alpha' + S/p (beta' + gamma)) between.
#include "core/algorithms/parts/two_levels.h"
#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {

extern const Algorithm all_gather_hierarchical;

namespace {

using enum CollectiveKind;

Status check_parts(const Collective& c, const Layout& layout) {
  return check_two_levels(all_gather, all_gather, c, layout);
}

}  // namespace

extern constinit const Algorithm reduce_scatter_hierarchical = {
    .name = "hierarchical",
    .collective = reduce_scatter,
    .idea = "Sum within each node, then between nodes among the ranks with the same place.",
    .cost =
        "with rings: (g-1) (alpha + S/g (beta + gamma)) within nodes of g, "
        "(n-1) (alpha' + S/p (beta' + gamma)) between",
    .source =
        "Cho, Finkler, Serrano, Kung, Hunter, BlueConnect: Decomposing all-reduce for deep learning on "
        "heterogeneous network hierarchy, MLSys 2019",
    .supports = is_a_product,
    .write = backwards<all_gather_hierarchical>,
    .needs = needs_a_product,
    .check_parts = check_parts,
};

}  // namespace commlab
