// First between nodes: the ranks with the same place in their nodes gather each other's blocks, so every
// block enters each node once. Then within each node: every rank shares the n blocks that it has.
//
//   node 0:    rank 0 -- rank 1      g = 2 ranks per node, n = 3 nodes
//                |         |
//   node 1:    rank 2 -- rank 3      first down columns: rank 2 has blocks 0 2 4
//                |         |
//   node 2:    rank 4 -- rank 5      then along rows: rank 2 sends 0 2 4, and gets 1 3 5
//
// hierarchical:INNER,OUTER takes any all_gather for each.
//
// Cost with rings: (n-1) (alpha' + S/p beta') between, (g-1) (alpha + S/g beta) within.
#include <algorithm>

#include "core/algorithms/parts/two_levels.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

using enum CollectiveKind;

Status check_parts(const Collective& c, const Layout& layout) {
  return check_two_levels(all_gather, all_gather, c, layout);
}

void write(Schedule& s) {
  const TwoLevels levels(s, all_gather, all_gather);
  s.note(levels.text());
  if (levels.nodes_are_alike(levels.between_nodes(s)))
    s.repeat_every(levels.per_node(), {.run = s.ranks(), .by = levels.per_node()});

  std::vector<Inner> columns, rows;
  for (int place = 0; place < levels.per_node(); ++place)
    columns.push_back({.schedule = levels.between_nodes(s),
                       .ranks = levels.column(place),
                       .blocks = {.first = place, .apart = levels.per_node()}});
  for (int node = 0; node < levels.nodes(); ++node)
    rows.push_back({.schedule = levels.within_node(s, node),
                    .ranks = levels.node(node),
                    .blocks = {.apart = 1, .each = levels.nodes(), .stride = levels.per_node()},
                    .in = {.input = Buffer::output}});

  s.split_into(std::max(columns[0].schedule.shares(), rows[0].schedule.shares()));
  s.phase("between nodes");
  side_by_side(s, columns);
  s.phase("within nodes");
  side_by_side(s, rows);
}

}  // namespace

extern constinit const Algorithm all_gather_hierarchical = {
    .name = "hierarchical",
    .collective = all_gather,
    .idea = "Gather between nodes among the ranks with the same place, then share within each node.",
    .cost = "with rings: (n-1) (alpha' + S/p beta') between n nodes, (g-1) (alpha + S/g beta) within",
    .source =
        "Cho, Finkler, Serrano, Kung, Hunter, BlueConnect: Decomposing all-reduce for deep learning on "
        "heterogeneous network hierarchy, MLSys 2019",
    .supports = is_a_product,
    .write = write,
    .needs = needs_a_product,
    .check_parts = check_parts,
};

}  // namespace commlab
