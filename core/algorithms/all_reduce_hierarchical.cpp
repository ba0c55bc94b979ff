// Within each node the ranks sum one piece each; each piece is then summed over all nodes by the
// ranks that have it; then the pieces are shared within each node. What crosses the network is
// 1/g of the vector per rank, not all of it.
//
//              piece 0   piece 1                          g = 2 ranks per node, n = 3 nodes
//   node 0:    rank 0 -- rank 1      reduce-scatter and, at the end, all-gather: along rows
//                |         |
//   node 1:    rank 2 -- rank 3      all-reduce: down columns, all at once
//                |         |
//   node 2:    rank 4 -- rank 5
//
// hierarchical:INNER,OUTER takes any all_gather within nodes (its reduce-scatter is the same
// backwards) and any all_reduce between them.
//
// Cost with rings: 2(g-1) (alpha + S/g beta) within, 2(n-1) (alpha' + S/p beta') between.
#include <algorithm>

#include "core/algorithms/parts/two_levels.h"
#include "core/schedule/algorithm.h"
#include "core/schedule/reverse.h"

namespace commlab {
namespace {

using enum CollectiveKind;

Status check_parts(const Collective& c, const Layout& layout) {
  return check_two_levels(all_gather, all_reduce, c, layout);
}

void write(Schedule& s) {
  const TwoLevels levels(s, all_gather, all_reduce);
  const Schedule outer = levels.between_nodes(s);
  const Schedule inner = levels.within_any_node(s);
  const Schedule back = reverse(inner);
  const int cut = outer.blocks();
  s.cut_into(levels.per_node() * cut);
  s.split_into(std::max(outer.shares(), inner.shares()));
  if (levels.nodes_are_alike(outer))
    s.repeat_every(levels.per_node(), {.run = cut > 1 ? levels.nodes() : 0, .by = 1});
  s.note(levels.text());

  std::vector<Inner> rows, columns, rows_back;
  for (int node = 0; node < levels.nodes(); ++node) {
    const BlocksIn pieces{.apart = cut, .each = cut};
    rows.push_back({.schedule = back, .ranks = levels.in_order(node), .blocks = pieces});
    rows_back.push_back({.schedule = inner,
                         .ranks = levels.in_order(node),
                         .blocks = pieces,
                         .in = {.input = Buffer::output}});
  }
  for (int piece = 0; piece < levels.per_node(); ++piece) {
    std::vector<Rank> column;
    for (const Inner& row : rows) column.push_back(row.ranks[piece]);
    columns.push_back({.schedule = outer,
                       .ranks = std::move(column),
                       .blocks = {.first = piece * cut},
                       .in = {.input = Buffer::output}});
  }

  s.phase("reduce-scatter");
  side_by_side(s, rows);
  s.phase("all-reduce");
  side_by_side(s, columns);
  s.phase("all-gather");
  side_by_side(s, rows_back);
}

}  // namespace

extern constinit const Algorithm all_reduce_hierarchical = {
    .name = "hierarchical",
    .collective = all_reduce,
    .idea = "Sum pieces within each node, sum each piece over the nodes, share the pieces within each node.",
    .cost = "with rings: 2(g-1) (alpha + S/g beta) within nodes of g, 2(n-1) (alpha' + S/p beta') between",
    .source =
        "Cho, Finkler, Serrano, Kung, Hunter, BlueConnect: Decomposing all-reduce for deep learning on "
        "heterogeneous network hierarchy, MLSys 2019; Horovod, horovod/common/ops/nccl_operations.cc",
    .supports = is_a_product,
    .write = write,
    .needs = needs_a_product,
    .check_parts = check_parts,
};

}  // namespace commlab
