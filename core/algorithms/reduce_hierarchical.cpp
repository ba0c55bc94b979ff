// The hierarchical broadcast backwards: every node sums into one of its ranks, and these ranks sum into the
// root, so that one vector per node crosses the network.
//
//   node 0:    root <-- rank 1       g = 2 ranks per node, n = 3 nodes
//                |
//   node 1:    rank 2 <-- rank 3     first along rows, then up the root's column
//                |
//   node 2:    rank 4 <-- rank 5
//
// hierarchical:INNER,OUTER takes any broadcast for each, and runs it backwards.
//
// Cost with binomial trees: ceil(log2 g) (alpha + S (beta + gamma)) within,
// ceil(log2 n) (alpha' + S (beta' + gamma)) between.
#include "core/algorithms/parts/two_levels.h"
#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {

extern const Algorithm broadcast_hierarchical;

namespace {

using enum CollectiveKind;

Status check_parts(const Collective& c, const Layout& layout) {
  return check_two_levels(broadcast, broadcast, c, layout);
}

}  // namespace

extern constinit const Algorithm reduce_hierarchical = {
    .name = "hierarchical",
    .collective = reduce,
    .idea = "Every node sums into one of its ranks, and these ranks sum into the root.",
    .cost =
        "with binomial trees: ceil(log2 g) (alpha + S (beta + gamma)) within nodes of g, "
        "ceil(log2 n) (alpha' + S (beta' + gamma)) between",
    .source = "Open MPI, ompi/mca/coll/han; MPICH, SMP reduce",
    .supports = is_a_product,
    .write = backwards<broadcast_hierarchical>,
    .needs = needs_a_product,
    .check_parts = check_parts,
};

}  // namespace commlab
