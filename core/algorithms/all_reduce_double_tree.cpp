// Each half of the vector is summed up a binary tree of its own, and the sum goes down the same tree
// again. With several pieces, later sums still go up while the first results come down.
//
//   half 0:  1, 3, 5, 7 -> 2, 6 -> 4 -> 0 -> 4 -> 2, 6 -> 1, 3, 5, 7
//   half 1:  6, 4, 2, 0 -> 5, 1 -> 3 -> 7 -> 3 -> 5, 1 -> 6, 4, 2, 0
//
// A rank that adds and passes on in one tree is a leaf in the other.
//
// Cost: 4 ceil(log2 p) alpha and, with many pieces, 2 S beta through the busiest rank: it sends 1 message of
// S/2 up and 2 down in the tree where it is an inner rank, and S/2 up in the tree where it is a leaf. Few
// rounds and nearly the ring's bandwidth.
#include <cmath>

#include "core/algorithms/parts/double_tree.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  s.split_into(2);
  up_and_down(s, double_tree(s.ranks()), s.ranks_of(s.everyone()));
}

}  // namespace

extern constinit const Algorithm all_reduce_double_tree = {
    .name = "double-tree",
    .collective = CollectiveKind::all_reduce,
    .idea =
        "Each half of the vector is summed up a binary tree of its own, and the sum goes down the same tree.",
    .cost = "4 q alpha + 2 S beta plus the time to fill the pipeline, q = ceil(log2 p)",
    .source =
        "NCCL 2.28, src/graph/trees.cc and src/device/all_reduce.h (Tree); Sanders, Speck, Traeff, Two-tree "
        "algorithms for full bandwidth broadcast, reduction and scan, Parallel Computing 35, 2009",
    .supports = any_ranks,
    .write = write,
    .pieces = [](int ranks, double ratio) { return std::sqrt(std::log2(ranks) * ratio); },
};

}  // namespace commlab
