#pragma once
// Hierarchical algorithms: one algorithm among the ranks of each node, and another between nodes, among
// the ranks that have the same place in their nodes.
//
//   p = 12, nodes of 4:     node 0:   0   1   2   3      inner: along a row, all rows at once
//                           node 1:   4   5   6   7      outer: down a column, all columns at once
//                           node 2:   8   9  10  11
//
// Within a node, ranks follow one another as in the ring order that the user asks for. Nodes follow one
// another as their first ranks do in that order.

#include <string>
#include <vector>

#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"

namespace commlab {

class TwoLevels {
 public:
  // REQUIRES: check_two_levels(inner kind, outer kind, the schedule's collective and layout).
  TwoLevels(const Schedule&, CollectiveKind inner, CollectiveKind outer);

  int per_node() const { return per_node_; }
  int nodes() const { return nodes_; }
  const Algorithm& inner() const { return *inner_; }
  const Algorithm& outer() const { return *outer_; }

  std::vector<Rank> node(int node) const;      // the node's ranks, by place
  std::vector<Rank> in_order(int node) const;  // the node's ranks, in ring order
  std::vector<Rank> column(int place) const;   // the ranks with that place, by node

  // The inner algorithm among places, the outer one among nodes. Their root is the place, or the node, of the
  // root of `s`.
  Schedule within_node(const Schedule& s, int node) const;  // in the ring order of that node
  Schedule within_any_node(const Schedule& s) const;        // by place
  Schedule between_nodes(const Schedule& s) const;

  // Whether all nodes do the same, each relative to its own number, if this is the part between them.
  bool nodes_are_alike(const Schedule& between_nodes) const;
  std::string text() const;  // "3 nodes of 4 ranks: direct within, ring between"; on one node, "groups"

 private:
  Schedule schedule(const Algorithm&, const Schedule&, int ranks, Rank root, std::vector<Rank> order) const;

  std::vector<Rank> order_;
  bool on_one_node_;  // as far as the layout tells
  int per_node_;
  int nodes_;
  const Algorithm* inner_;
  const Algorithm* outer_;
};

// How many ranks a hierarchy takes as a node: the largest divisor of both `ranks` and the ranks of a
// machine's node; on one node, the largest divisor of `ranks` up to its square root.
int ranks_of_a_node(int ranks, const Layout&);

// Layout::parts must be empty, or an inner and an outer algorithm of these kinds that support their ranks.
Status check_two_levels(CollectiveKind inner, CollectiveKind outer, const Collective&, const Layout&);

// Whether the ranks form more than one node of more than one rank. Ranks of a hierarchy do different things,
// so every rank has a program of its own: there may not be too many ranks.
inline constexpr int most_ranks_of_a_hierarchy = 4096;
bool is_a_product(const Collective&);
inline constexpr std::string_view needs_a_product =
    "a number of ranks that is a product, nodes times ranks per node, up to 4096";

}  // namespace commlab
