// In each node, the switch sums a block of all vectors for each rank (all_reduce_nvls.cpp). The ranks that
// have the same place in their nodes sum this block over all nodes, up and down a tree. Then the switch
// copies the result to all ranks of the node.
//
//   node 0:  ranks 0 .. 7    load and add in the switch: rank i gets block i
//            |    |    |     trees over the nodes, for each place i, over NIC i
//   node 1:  ranks 8 .. 15   store through the switch
//
// While the switch adds one piece of a rank's block, the network carries another. One half of the block takes
// one tree, the other half the other (double_tree.h). Where a NIC is dead, the ranks without one only
// receive, and each head, a rank with one, has a larger block.
//
// Cost: 4 alpha + 4 ceil(log2 n) alpha' and, with many pieces, the slower of (1 + 1/g) S beta in the node and
// 2 S/g beta' through each NIC, S/g beta' if there are only two nodes; n nodes of g ranks.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/algorithms/parts/two_levels.h"
#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"

namespace commlab {

extern const Algorithm all_reduce_double_tree;

namespace {

constexpr int most_ranks = 16384;  // half a million moves between nodes

struct Nodes {
  std::vector<std::vector<Rank>> ranks;  // of each node, heads first
  int heads;                             // of each node: the ranks that load and store
};

Nodes nodes_of(const Schedule& s) {
  const int g = ranks_of_a_node(s.ranks(), s.layout());
  Nodes nodes{.ranks = std::vector<std::vector<Rank>>(static_cast<std::size_t>(s.ranks() / g)), .heads = g};
  for (Rank rank = 0; rank < s.ranks(); ++rank) nodes.ranks[rank / g].push_back(rank);
  const std::vector<std::vector<Rank>>& heads = s.layout().heads;
  if (heads.size() != nodes.ranks.size()) return nodes;
  nodes.heads = static_cast<int>(heads.front().size());
  for (std::size_t node = 0; node < heads.size(); ++node)
    std::ranges::stable_partition(nodes.ranks[node],
                                  [&](Rank r) { return std::ranges::count(heads[node], r) > 0; });
  return nodes;
}

void write(Schedule& s) {
  const auto [nodes, heads] = nodes_of(s);
  const Members who = heads < std::ssize(nodes.front()) ? Members{.last = heads} : Members{};
  s.cut_into(heads);
  s.overlap_steps();
  const Schedule tree = schedule_for(
      all_reduce_double_tree, {.kind = CollectiveKind::all_reduce, .ranks = static_cast<int>(nodes.size())});
  s.split_into(tree.shares());

  std::vector<Group> in_nodes;
  for (const std::vector<Rank>& ranks : nodes) in_nodes.push_back(s.group(ranks));
  s.phase("sum in the switch");
  s.next_step();
  for (const Group node : in_nodes) s.barrier(node);
  s.next_step();
  for (const Group node : in_nodes)
    s.load_reduce(node, {.block = shift(0), .from = Buffer::input, .who = who});

  std::vector<Inner> columns;
  for (int place = 0; place < heads; ++place) {
    std::vector<Rank> column;
    for (const std::vector<Rank>& ranks : nodes) column.push_back(ranks[place]);
    columns.push_back({.schedule = tree,
                       .ranks = std::move(column),
                       .blocks = {.first = place},
                       .in = {.input = Buffer::output}});
  }
  s.phase("all-reduce between nodes");
  side_by_side(s, columns);

  s.phase("store through the switch");
  s.next_step();
  for (const Group node : in_nodes) {
    s.multicast(node, {.block = shift(0), .who = who});
    s.barrier(node);
  }
}

}  // namespace

extern constinit const Algorithm all_reduce_nvls_tree = {
    .name = "nvls-tree",
    .collective = CollectiveKind::all_reduce,
    .idea =
        "The switch of each node sums and shares; between nodes, each place has a double tree of its own.",
    .cost =
        "4 alpha + 4 ceil(log2 n) alpha' + the slower of (1 + 1/g) S beta and 2 S/g beta', n nodes of g "
        "ranks",
    .source = "NCCL 2.28, src/device/all_reduce.h, NVLS_TREE",
    .supports = [](const Collective& c) { return c.ranks <= most_ranks && ranks_of_a_node(c.ranks, {}) > 1; },
    .write = write,
    .needs = "a number of ranks that is a product, nodes times ranks per node, up to 16384",
    .needs_multicast = true,
    .multicasts_within_nodes = true,
    .pieces = [](int ranks, double ratio) { return std::sqrt(std::log2(ranks) * ratio); },
};

}  // namespace commlab
