// Each rank of a node sums one block over the node, to which all others send it directly; the switches of the
// network sum it over all nodes (parts/collnet.h); and the rank sends the sum to all others of its node.
//
// Cost: 2 alpha within the node and 2 alpha' for any number of nodes, 2(g-1)/g S beta in the node of g ranks
// and, at the same time if there are many pieces, S/g beta' through each NIC.
#include <cmath>

#include "core/algorithms/parts/collnet.h"
#include "core/schedule/algorithm.h"

namespace commlab {

extern const Algorithm all_gather_direct;

extern constinit const Algorithm all_reduce_collnet_direct = {
    .name = "collnet-direct",
    .collective = CollectiveKind::all_reduce,
    .idea = "Ranks of a node send their blocks to the rank that sums each; the network sums over the nodes.",
    .cost = "2 alpha + 2 alpha' + 2(g-1)/g S beta + S/g beta', n nodes of g ranks",
    .source = "NCCL 2.28, src/device/all_reduce.h, COLLNET_DIRECT; Graham et al., SHARP, COMHPC 2016",
    .supports = has_nodes_for_collnet,
    .write = [](Schedule& s) { write_collnet(s, all_gather_direct, 1); },
    .needs = needs_of_collnet,
    .needs_multicast = true,
    .multicasts_between_nodes = true,
    .pieces = [](int, double ratio) { return std::sqrt(2 * ratio); },
};

}  // namespace commlab
