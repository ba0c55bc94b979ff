// In each node, the switch sums a block of all vectors for each rank (all_reduce_nvls.cpp). The switches of
// the network sum this block over all nodes, for the ranks that have the same place in their nodes, and store
// the result to these. Then the switch of each node copies it to all ranks of the node.
//
//   node 0:  ranks 0 .. 7    load and add in the switch: rank i gets block i
//            |    |    |     add in the network's switches, for each place i, over NIC i
//   node 1:  ranks 8 .. 15   store through the switch
//
// While one piece of a block is in the network, the node's switch adds the next one.
//
// Cost: 4 alpha + 2 alpha' for any number of nodes and, with many pieces, the slower of (1 + 1/g) S beta in
// the node of g ranks and S/g beta' through each NIC.
#include <cmath>

#include "core/algorithms/parts/heads_of_nodes.h"
#include "core/algorithms/parts/two_levels.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

constexpr int most_ranks = 16384;

void write(Schedule& s) {
  const HeadsOfNodes nodes(s);
  s.cut_into(nodes.heads());
  s.overlap_steps();
  const std::vector<Group> in_nodes = sum_in_switches(s, nodes);
  std::vector<Column> columns;
  for (int place = 0; place < nodes.heads(); ++place) columns.push_back({nodes.column(place), place});
  s.phase("sum in the network");
  sum_in_network(s, columns);
  share_through_switches(s, nodes, in_nodes);
}

}  // namespace

extern constinit const Algorithm all_reduce_nvls_sharp = {
    .name = "nvls-sharp",
    .collective = CollectiveKind::all_reduce,
    .idea = "The switch of each node sums and shares; between nodes, the switches of the network do.",
    .cost = "4 alpha + 2 alpha' + the slower of (1 + 1/g) S beta and S/g beta', n nodes of g ranks",
    .source =
        "NCCL 2.28, src/device/all_reduce.h, NVLS over several nodes; Graham et al., SHARP, COMHPC 2016",
    .supports = [](const Collective& c) { return c.ranks <= most_ranks && ranks_of_a_node(c.ranks, {}) > 1; },
    .write = write,
    .needs = "a number of ranks that is a product, nodes times ranks per node, up to 16384",
    .needs_multicast = true,
    .multicasts_within_nodes = true,
    .multicasts_between_nodes = true,
    .pieces = [](int, double ratio) { return std::sqrt(2 * ratio); },
};

}  // namespace commlab
