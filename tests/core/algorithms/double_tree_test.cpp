// NCCL's double trees: no deeper than ceil(log2 n), and no rank is an inner node of both trees.

#include "core/algorithms/parts/double_tree.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

int ceil_log2(int n) {
  int q = 0;
  while ((1 << q) < n) ++q;
  return q;
}

// Messages on the longest path from the root.
int depth(const Tree& tree) {
  int deepest = 0;
  for (int v = 0; v < static_cast<int>(tree.parent.size()); ++v) {
    int steps = 0;
    for (int up = v; up != tree.root; up = tree.parent[up]) ++steps;
    deepest = std::max(deepest, steps);
  }
  return deepest;
}

int children(const Tree& tree, int v) { return static_cast<int>(std::ranges::count(tree.parent, v)); }

TEST(BinaryTree, IsAsDrawn) {
  const Tree tree = binary_tree(8);
  EXPECT_EQ(tree.root, 0);
  EXPECT_THAT(tree.parent, testing::ElementsAre(-1, 2, 4, 2, 0, 6, 4, 6));
}

TEST(DoubleTree, IsCeilLog2DeepAndTwoWide) {
  for (int n = 1; n <= 1024; ++n)
    for (const auto& pair : {double_tree(n), double_tree_from_root(n)})
      for (const Tree& tree : pair) {
        ASSERT_EQ(depth(tree), ceil_log2(n)) << n;
        ASSERT_EQ(tree.parent[static_cast<std::size_t>(tree.root)], -1) << n;
        ASSERT_EQ(std::ranges::count(tree.parent, -1), 1) << n;
        ASSERT_LE(children(tree, tree.root), 1) << n;
        if (n > 200) continue;
        for (int v = 0; v < n; ++v) ASSERT_LE(children(tree, v), 2) << n;
      }
}

TEST(DoubleTree, OnEvenNumbersNobodyWorksInBoth) {
  for (int n = 2; n <= 200; ++n) {
    const auto [first, second] = double_tree(n);
    for (int v = 0; v < n; ++v) {
      const bool in_both = children(first, v) > 0 && children(second, v) > 0;
      EXPECT_EQ(in_both, n % 2 == 1 && v == 0) << n << " positions, position " << v;
    }
    EXPECT_EQ(first.root, 0);
    EXPECT_EQ(second.root, n % 2 == 0 ? n - 1 : 1);
  }
}

TEST(DoubleTree, FromOneRootNobodyElseWorksInBoth) {
  for (int n = 2; n <= 200; ++n) {
    const auto [first, second] = double_tree_from_root(n);
    for (int v = 1; v < n; ++v)
      EXPECT_FALSE(children(first, v) > 0 && children(second, v) > 0) << n << " positions, position " << v;
    EXPECT_EQ(first.root, 0);
    EXPECT_EQ(second.root, 0);
  }
}

}  // namespace
}  // namespace commlab
