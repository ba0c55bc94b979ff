#include "core/algorithms/parts/double_tree.h"

#include <algorithm>
#include <utility>

#include "core/schedule/concat.h"
#include "core/schedule/reverse.h"

namespace commlab {
namespace {

std::vector<int> depths(const Tree& tree) {
  std::vector<int> depth(tree.parent.size(), -1);
  depth[tree.root] = 0;
  const auto depth_of = [&](auto& self, int v) -> int {
    int& known = depth[v];
    if (known < 0) known = self(self, tree.parent[v]) + 1;
    return known;
  };
  for (int v = 0; v < static_cast<int>(tree.parent.size()); ++v) depth_of(depth_of, v);
  return depth;
}

// The tree with every position v renamed to place(v).
template <class Place>
Tree moved(const Tree& tree, Place place) {
  Tree result{.root = place(tree.root), .parent = std::vector<int>(tree.parent.size(), -1)};
  for (int v = 0; v < static_cast<int>(tree.parent.size()); ++v)
    if (v != tree.root) result.parent[place(v)] = place(tree.parent[v]);
  return result;
}

}  // namespace

// The parent of v has 2b in the place of v's lowest bit b; or just not b, where that would be n or more.
Tree binary_tree(int n) {
  Tree tree{.root = 0, .parent = std::vector<int>(n, -1)};
  for (int v = 1; v < n; ++v) {
    const int bit = v & -v;
    const int without = v ^ bit;
    const int above = without | (bit << 1);
    tree.parent[v] = above < n ? above : without;
  }
  return tree;
}

std::array<Tree, 2> double_tree(int n) {
  const Tree first = binary_tree(n);
  return {first, n % 2 == 0 ? moved(first, [n](int v) { return n - 1 - v; })
                            : moved(first, [n](int v) { return (v + 1) % n; })};
}

std::array<Tree, 2> double_tree_from_root(int n) {
  const Tree first = binary_tree(n);
  const auto mirrored = [n](int v) { return v == 0 ? 0 : n - v; };
  const auto turned = [n](int v) { return v == 0 ? 0 : v % (n - 1) + 1; };
  return {first, n % 2 == 1 ? moved(first, mirrored) : moved(first, turned)};
}

Schedule broadcast_down(const Schedule& outer, const Tree& tree, const std::vector<Rank>& ranks) {
  Collective broadcast = outer.collective();
  broadcast.kind = CollectiveKind::broadcast;
  broadcast.root = ranks[tree.root];
  Schedule s(broadcast, outer.layout());
  const Group group = s.group(ranks);
  const std::vector<int> depth = depths(tree);
  for (int level = 1; level <= std::ranges::max(depth); ++level) {
    s.next_step();
    if (level == 1) s.every(group, {.to = at(tree.root), .from = Buffer::input, .who = only(tree.root)});
    for (int v = 0; v < static_cast<int>(tree.parent.size()); ++v) {
      if (depth[v] != level) continue;
      const int parent = tree.parent[v];
      s.every(
          group,
          {.to = at(v), .from = parent == tree.root ? Buffer::input : Buffer::output, .who = only(parent)});
    }
  }
  return s;
}

void up_and_down(Schedule& s, std::span<const Tree> trees, const std::vector<Rank>& ranks) {
  std::vector<Inner> up;
  std::vector<Inner> down;
  for (const Tree& tree : trees) {
    const Schedule broadcast = broadcast_down(s, tree, ranks);
    const int share = static_cast<int>(up.size());
    up.push_back({.schedule = reverse(broadcast), .in = {.scratch = Buffer::output}, .share = share});
    down.push_back({.schedule = broadcast, .in = {.input = Buffer::output}, .share = share});
  }
  s.phase("up");
  side_by_side(s, up);
  s.phase("down");
  side_by_side(s, down);
}

}  // namespace commlab
