#pragma once
// The order in which the PCIe bus has a node's GPUs. NCCL numbers them so (by their bus ids,
// src/graph/xml.cc, 2.28.9), and searches its channels in this order, whatever numbers the ranks have.

#include <vector>

#include "core/machine/topology.h"

namespace commlab {

class BusOrder {
 public:
  explicit BusOrder(const Topology&);  // keeps a reference

  // So many GPUs from the first one on: by CPU, then by the PCIe switches on the way from it, then by name.
  // In the order of their names where no bus joins them. REQUIRES: the topology has so many GPUs.
  std::vector<NodeId> of(NodeId first, int gpus) const;

 private:
  using Place = std::vector<InNameOrder>;  // the CPU or the highest switch, and the switches down to the GPU
  Place place_of(NodeId gpu) const;        // empty if nothing is above it
  Place way_down(const std::vector<NodeId>& reached, const std::vector<std::size_t>& from,
                 std::size_t at) const;
  bool is_cpu(NodeId) const;

  const Topology& topology_;
  std::vector<std::vector<NodeId>> above_;  // per node: CPUs and switches to which it has a link
};

// The order of the GPUs 0..gpus-1. REQUIRES: the topology has so many.
std::vector<NodeId> bus_order(const Topology&, int gpus);

}  // namespace commlab
