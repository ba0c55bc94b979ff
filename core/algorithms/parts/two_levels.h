#pragma once
// Hierarchical algorithms: one algorithm among the ranks of each node, another between nodes,
// among the ranks that have the same place in theirs.
//
//   p = 12, nodes of 4:     node 0:   0   1   2   3      inner: along a row, all rows at once
//                           node 1:   4   5   6   7      outer: down a column, all columns at once
//                           node 2:   8   9  10  11
//
// The ranks of a node follow one another there as they do in the ring order asked for, and so do
// nodes, by their first ranks.

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

  std::vector<Rank> node(int node) const;      // its ranks, by place
  std::vector<Rank> in_order(int node) const;  // as they follow one another in the ring order
  std::vector<Rank> column(int place) const;   // the ranks of that place, by node

  // The inner algorithm among places, the outer one among nodes. A root is the place, or the node, of `s`'s.
  Schedule within_node(const Schedule& s, int node) const;  // in the ring order of that node
  Schedule within_any_node(const Schedule& s) const;        // by place
  Schedule between_nodes(const Schedule& s) const;

  std::string text() const;  // "3 nodes of 4 ranks: direct within, ring between"; groups on one node

 private:
  Schedule schedule(const Algorithm&, const Schedule&, int ranks, Rank root, std::vector<Rank> order) const;

  std::vector<Rank> order_;
  bool on_one_node_;  // as far as is known
  int per_node_;
  int nodes_;
  const Algorithm* inner_;
  const Algorithm* outer_;
};

// How many ranks a hierarchy takes for a node: the machine's nodes, or as many as let every node have the
// same; on one node, the largest divisor of `ranks` up to its square root.
int ranks_of_a_node(int ranks, const Layout&);

// Layout::parts are none, or an inner and an outer algorithm of these kinds, which can do it.
Status check_two_levels(CollectiveKind inner, CollectiveKind outer, const Collective&, const Layout&);

// More than one node of more than one rank can be made of them. Ranks of a hierarchy do different
// things, and every one has a program of its own: there may not be too many.
inline constexpr int most_ranks_of_a_hierarchy = 4096;
bool is_a_product(const Collective&);
inline constexpr std::string_view needs_a_product =
    "a number of ranks that is a product, nodes times ranks of each, up to 4096";

}  // namespace commlab
