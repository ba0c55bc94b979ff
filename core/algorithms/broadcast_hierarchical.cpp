// The root sends to one rank of every node, and each of these ranks sends to its node: the vector crosses
// the network once per node, not once per rank.
//
//   node 0:    root --> rank 1       g = 2 ranks per node, n = 3 nodes
//                |
//   node 1:    rank 2 --> rank 3     first down the root's column, then along rows
//                |
//   node 2:    rank 4 --> rank 5
//
// hierarchical:INNER,OUTER takes any broadcast for each.
//
// Cost with binomial trees: ceil(log2 n) (alpha' + S beta') between, ceil(log2 g) (alpha + S beta) within.
#include <algorithm>
#include <numeric>

#include "core/algorithms/parts/two_levels.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

using enum CollectiveKind;

Status check_parts(const Collective& c, const Layout& layout) {
  return check_two_levels(broadcast, broadcast, c, layout);
}

// Spreads the blocks of the inner schedule over `blocks` finer ones: equally many for each.
BlocksIn cut_finer(const Schedule& inner, int blocks) {
  const int each = blocks / inner.blocks();
  return {.apart = each, .each = each};
}

void write(Schedule& s) {
  const TwoLevels levels(s, broadcast, broadcast);
  s.note(levels.text());
  const Schedule between = levels.between_nodes(s);
  std::vector<Schedule> within;
  for (int node = 0; node < levels.nodes(); ++node) within.push_back(levels.within_node(s, node));

  const int blocks = std::lcm(between.blocks(), within[0].blocks());
  s.cut_into(blocks);
  s.split_into(std::max(between.shares(), within[0].shares()));
  std::vector<Inner> rows;
  for (int node = 0; node < levels.nodes(); ++node)
    rows.push_back({.schedule = within[node],
                    .ranks = levels.node(node),
                    .blocks = cut_finer(within[0], blocks),
                    .in = {.input = Buffer::output}});
  s.phase("between nodes");
  concat(s, {.schedule = between,
             .ranks = levels.column(s.root() % levels.per_node()),
             .blocks = cut_finer(between, blocks)});
  s.phase("within nodes");
  side_by_side(s, rows);
}

}  // namespace

extern constinit const Algorithm broadcast_hierarchical = {
    .name = "hierarchical",
    .collective = broadcast,
    .idea = "The root sends to one rank of every node, and each of these ranks sends to its node.",
    .cost =
        "with binomial trees: ceil(log2 n) (alpha' + S beta') between n nodes, "
        "ceil(log2 g) (alpha + S beta) within",
    .source = "Open MPI, ompi/mca/coll/han; MPICH, SMP broadcast",
    .supports = is_a_product,
    .write = write,
    .needs = needs_a_product,
    .check_parts = check_parts,
};

}  // namespace commlab
