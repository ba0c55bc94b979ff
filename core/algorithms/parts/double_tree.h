#pragma once
// Two binary trees over the same ranks, one for each half of the vector. A rank that sends in one tree only
// receives in the other, so together they use every rank's way in and way out.
//
//   first, of 8:  0                    second, where the first rank           0
//                 +-- 4                is root of both: turned by one         +-- 5
//                     +-- 2                                                       +-- 3
//                     |   +-- 1                                                   |   +-- 2
//                     |   +-- 3                                                   |   +-- 4
//                     +-- 6                                                       +-- 7
//                         +-- 5                                                       +-- 6
//                         +-- 7                                                       +-- 1
//
// Shape: NCCL 2.28, src/graph/trees.cc (ncclGetBtree, ncclGetDtree). Idea: Sanders, Speck, Traeff,
// Two-tree algorithms for full bandwidth broadcast, reduction and scan, Parallel Computing 35, 2009.

#include <array>
#include <span>
#include <vector>

#include "core/schedule/schedule.h"

namespace commlab {

struct Tree {
  int root = 0;
  std::vector<int> parent;  // parent of each position; -1 for the root
};

// Odd positions are leaves; the root has one child, others have at most two; the depth is ceil(log2 n).
Tree binary_tree(int n);
// NCCL's pair, each with a root of its own: the second is the first one mirrored (n even) or turned by one
// (n odd). For even n no position has children in both; for odd n only position 0 has.
std::array<Tree, 2> double_tree(int n);
// A pair with one root, 0: the other positions are mirrored (n odd) or turned by one (n even).
// Only the root has children in both.
std::array<Tree, 2> double_tree_from_root(int n);

// A broadcast down the tree, in as many steps as the tree is deep. Position i of the tree is ranks[i];
// the collective is the outer one, but as a broadcast from the tree's root.
Schedule broadcast_down(const Schedule& outer, const Tree&, const std::vector<Rank>& ranks);

// An all_reduce over trees side by side: share i of the vector is summed up tree i, and the sum goes down it
// again. REQUIRES: split into as many shares as there are trees.
void up_and_down(Schedule&, std::span<const Tree>, const std::vector<Rank>& ranks);

}  // namespace commlab
