// Two GPUs that copy through host memory: what each link of the way carries.
#include "core/machine/staged_pair.h"

#include <gtest/gtest.h>

#include "core/routes/router.h"

namespace commlab {
namespace {

// gpu0 and gpu1 share a PCIe switch; gpu2 has one of its own.
Machine three_gpus() {
  Machine machine;
  for (const char* gpu : {"gpu0", "gpu1", "gpu2"}) machine.topology.add(gpu, NodeType::gpu);
  const NodeId shared = machine.topology.add("pcie0", NodeType::pcie_switch);
  const NodeId own = machine.topology.add("pcie1", NodeType::pcie_switch);
  for (const NodeId gpu : {0, 1}) machine.topology.connect(gpu, shared, LinkType::pcie, GBps(24), {});
  machine.topology.connect(2, own, LinkType::pcie, GBps(24), {});
  machine.staged = {.latency = microseconds(20), .one_way = GBps(19), .both_ways = GBps(24)};
  return machine;
}

std::string way(const Machine& pair, NodeId from, NodeId to) {
  std::string text = pair.topology.nodes[static_cast<std::size_t>(from)].name;
  const std::vector<LinkId> route = *Router(pair.topology).route(from, to);
  for (const LinkId id : route) {
    const Link& link = pair.topology.links[static_cast<std::size_t>(id)];
    text += " " + pair.topology.nodes[static_cast<std::size_t>(link.to)].name;
  }
  return text;
}

TEST(StagedPair, CopiesPassTheMemoryAndBothBuses) {
  const Machine pair = staged_pair(three_gpus(), 0, 2);
  EXPECT_EQ(pair.copy.latency, microseconds(20));
  EXPECT_EQ(way(pair, 0, 1), "gpu0 in0 out0 memory in1 out1 gpu1");
  EXPECT_EQ(way(pair, 1, 0), "gpu1 in1 out1 memory in0 out0 gpu0");
}

TEST(StagedPair, GpusBelowOneSwitchShareItsWayToTheMemory) {
  const Machine pair = staged_pair(three_gpus(), 1, 0);
  EXPECT_EQ(way(pair, 0, 1), "gpu0 in0 out0 pcie memory pcie in1 out1 gpu1");
}

TEST(StagedPair, TheTwoDirectionsOfABusShareItsRate) {
  const Machine pair = staged_pair(three_gpus(), 0, 2);
  for (const Link& link : pair.topology.links) {
    const bool is_bus = pair.topology.nodes[static_cast<std::size_t>(link.from)].name.starts_with("in");
    EXPECT_EQ(link.bandwidth, is_bus ? GBps(24) : GBps(19));
  }
}

}  // namespace
}  // namespace commlab
