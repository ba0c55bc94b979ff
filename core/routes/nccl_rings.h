#pragma once
// Rings laid as NCCL lays them, so that together they load every link alike (src/graph/search.cc and
// connect.cc, 2.28.9). Each carries its share of the vector; links may belong to several.
//
//   a full mesh of 3 or 4 GPUs:      every order there is, 2 or 6 rings: each direct link is in equally many
//   nodes of g GPUs, each a NIC:     g rings (at most 64); ring j enters every node at GPU j and leaves it,
//                                    after all others, at GPU j - 1: every NIC serves one ring in each
//                                    direction. GPUs are counted in the order of the bus (bus_order.h).
//   nodes of GPUs that NVLinks       as many rings as NCCL's search finds, each in the order that it finds
//   join without a switch:           (nccl_graph.h): on a cube mesh, the order of the bus leaves the NVLinks
//   GPUs on PCIe, in another order:  one ring, in the order of the bus
//
//     ring 0:  0 1 2 3 | 4 5 6 7        ring 1:  1 2 3 0 | 5 6 7 4        (g = 4, two nodes)

#include <vector>

#include "core/collective/collective.h"
#include "core/machine/topology.h"

namespace commlab {

// Empty for other machines: one ring in rank order is enough there, or a search among the links.
// `heads`: the ranks at which rings enter each node, equally many of each; empty: all of them, as above.
// REQUIRES: ranks <= topology.gpus.
std::vector<std::vector<Rank>> nccl_rings(const Topology&, int ranks,
                                          const std::vector<std::vector<Rank>>& heads = {});

// Whether there are several nodes, in the first of which NVLinks join GPUs, and no NVSwitch does: at most 64
// GPUs, or a search would take too long.
bool nodes_have_nvlinks_without_a_switch(const Topology&, int ranks);
// Ring j visits the GPUs of every node in the order visits[j]: places in the order of the node's bus. Of the
// last node, those with ranks. REQUIRES: nodes have as many GPUs as visits name.
std::vector<std::vector<Rank>> rings_through_nodes(const Topology&, int ranks,
                                                   const std::vector<std::vector<int>>& visits);

}  // namespace commlab
