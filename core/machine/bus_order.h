#pragma once
// The order in which the PCIe bus has a node's GPUs. NCCL numbers them so (by their bus ids,
// src/graph/xml.cc, 2.28.9), and searches its channels in this order, whatever numbers the ranks have.

#include <vector>

#include "core/machine/topology.h"

namespace commlab {

// GPUs 0..gpus-1: by CPU, then by the PCIe switches on the way from it, then by number. In the order of their
// numbers where no bus joins them. REQUIRES: the topology has so many GPUs.
std::vector<NodeId> bus_order(const Topology&, int gpus);

}  // namespace commlab
