// NCCL's tree. The ranks of a node form a chain; the first ranks of the nodes form two binary trees, one for
// each half of the vector. Sums go up to the root, and results come down the same way.
//
//   node 0        node 1        node 2        node 3
//   0 - 1 - 2     3 - 4 - 5     6 - 7 - 8     9 - 10 - 11       chains: sums go to the left
//   |             |             |             |
//   0 <---------- 6 <---------- 3, 9                            half 0:  6 is inner, 3 and 9 are leaves
//   9 <---------- 3 <---------- 6, 0                            half 1, mirrored: 3 is inner
//
// If nodes have several NICs, there are as many chains in each node (nccl_rings.h). Each begins at another
// GPU, and so at another NIC, and has a share of the vector.
//
// Cost: 2 (g-1) alpha within nodes of g ranks, 2 log2(n) alpha' between n nodes, and, with many pieces, 2 S
// beta' through the NICs of an inner node, S beta' if there are only two nodes. A ring takes 2(n-1) alpha'
// and 2(p-1)/p S beta'.
#include <cmath>
#include <numeric>

#include "core/algorithms/parts/double_tree.h"
#include "core/algorithms/parts/multi_ring.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

// The ranks of each node, in the order of the ring.
std::vector<std::vector<Rank>> chains_of(const std::vector<Rank>& ring, int per_node) {
  std::vector<std::vector<Rank>> chains;
  std::vector<int> chain_of_node(ring.size(), -1);
  for (const Rank rank : ring) {
    int& chain = chain_of_node[per_node > 0 ? rank / per_node : 0];
    if (chain < 0) {
      chain = static_cast<int>(chains.size());
      chains.emplace_back();
    }
    chains[chain].push_back(rank);
  }
  return chains;
}

// The tree over the chains' first ranks, with a chain below each. Positions are ranks.
Tree with_chains(const Tree& heads, const std::vector<std::vector<Rank>>& chains, int ranks) {
  Tree tree{.root = chains[heads.root].front(), .parent = std::vector<int>(ranks, -1)};
  for (std::size_t c = 0; c < chains.size(); ++c) {
    if (heads.parent[c] >= 0) tree.parent[chains[c].front()] = chains[heads.parent[c]].front();
    for (std::size_t i = 1; i < chains[c].size(); ++i) tree.parent[chains[c][i]] = chains[c][i - 1];
  }
  return tree;
}

void write(Schedule& s) {
  const std::vector<std::vector<Rank>> rings = split_over_rings(s);
  s.split_into(2 * static_cast<int>(rings.size()));
  std::vector<Rank> ranks(s.ranks());  // positions of the trees are ranks
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<Tree> trees;
  for (const std::vector<Rank>& ring : rings) {
    const std::vector<std::vector<Rank>> chains = chains_of(ring, s.layout().per_node);
    for (const Tree& heads : double_tree(static_cast<int>(chains.size())))
      trees.push_back(with_chains(heads, chains, s.ranks()));
  }
  up_and_down(s, trees, ranks);
}

}  // namespace

extern constinit const Algorithm all_reduce_tree = {
    .name = "tree",
    .collective = CollectiveKind::all_reduce,
    .idea = "Sums go along a chain in each node and up a tree of nodes, and results come down the same way.",
    .cost =
        "2(g-1) alpha + 2 log2(n) alpha' + 2 S beta' plus the time to fill the pipeline, n nodes of g ranks",
    .source = "NCCL 2.28, src/graph/trees.cc and src/device/all_reduce.h (Tree)",
    .supports = any_ranks,
    .write = write,
    .pieces = [](int ranks, double ratio) { return std::sqrt(std::log2(ranks) * ratio); },
};

}  // namespace commlab
