// Half of the vector goes down one binary tree, half down another. A rank that passes one half on is a leaf
// for the other half, so every rank's way in and way out carry the whole vector once.
//
//   half 0:  0 -> 4 -> 2, 6 -> 1, 3, 5, 7          half 1:  0 -> 5 -> 3, 7 -> 2, 4, 6, 1
//                                                                 (positions counted from the root)
//
// Cost: with k pieces of each half, at most (2 ceil(log2 p) + 2k) (alpha + S/2k beta);
// S beta + 2 q alpha + 2 sqrt(2 q alpha S beta) with the best k = sqrt(q S beta / 2 alpha), q = ceil(log2 p).
#include <cmath>

#include "core/algorithms/parts/double_tree.h"
#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  s.split_into(2);
  const std::vector<Rank> ranks = s.ranks_of(s.from_root());
  std::vector<Inner> halves;
  for (const Tree& tree : double_tree_from_root(s.ranks()))
    halves.push_back({.schedule = broadcast_down(s, tree, ranks), .share = static_cast<int>(halves.size())});
  side_by_side(s, halves);
}

}  // namespace

extern constinit const Algorithm broadcast_double_tree = {
    .name = "double-tree",
    .collective = CollectiveKind::broadcast,
    .idea =
        "Half of the vector goes down one binary tree, half down another whose leaves are the first one's "
        "inner ranks.",
    .cost = "S beta + 2 q alpha + 2 sqrt(2 q alpha S beta) with the best pieces, q = ceil(log2 p)",
    .source =
        "Sanders, Speck, Traeff, Two-tree algorithms for full bandwidth broadcast, reduction and scan, "
        "Parallel Computing 35, 2009; NCCL 2.28, src/graph/trees.cc",
    .supports = any_ranks,
    .write = write,
    .pieces = [](int ranks, double ratio) { return std::sqrt(std::log2(ranks) * ratio / 2); },
};

}  // namespace commlab
