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
#include <cmath>

#include "core/algorithms/parts/heads_of_nodes.h"
#include "core/algorithms/parts/two_levels.h"
#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"

namespace commlab {

extern const Algorithm all_reduce_double_tree;

namespace {

constexpr int most_ranks = 16384;  // half a million moves between nodes

void write(Schedule& s) {
  const HeadsOfNodes nodes(s);
  s.cut_into(nodes.heads());
  s.overlap_steps();
  const Schedule tree =
      schedule_for(all_reduce_double_tree, {.kind = CollectiveKind::all_reduce, .ranks = nodes.count()});
  s.split_into(tree.shares());

  const std::vector<Group> in_nodes = sum_in_switches(s, nodes);
  std::vector<Inner> columns;
  for (int place = 0; place < nodes.heads(); ++place)
    columns.push_back({.schedule = tree,
                       .ranks = nodes.column(place),
                       .blocks = {.first = place},
                       .in = {.input = Buffer::output}});
  s.phase("all-reduce between nodes");
  side_by_side(s, columns);
  share_through_switches(s, nodes, in_nodes);
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
