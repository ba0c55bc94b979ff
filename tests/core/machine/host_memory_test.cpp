// Copies through host memory: what each link of the way carries.
#include "core/machine/host_memory.h"

#include <gtest/gtest.h>

#include "core/machine/part_of_machine.h"
#include "core/routes/router.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

// gpu0 and gpu1 share a PCIe switch; gpu2 has one of its own. NVLinks join all.
Machine three_gpus() {
  Machine machine;
  machine.copy.latency = microseconds(2);
  for (const char* gpu : {"gpu0", "gpu1", "gpu2"}) machine.topology.add(gpu, NodeType::gpu);
  const NodeId shared = machine.topology.add("pcie0", NodeType::pcie_switch);
  const NodeId own = machine.topology.add("pcie1", NodeType::pcie_switch);
  for (const NodeId gpu : {0, 1}) machine.topology.connect(gpu, shared, LinkType::pcie, GBps(24), {});
  machine.topology.connect(2, own, LinkType::pcie, GBps(24), {});
  for (const NodeId gpu : {1, 2}) machine.topology.connect(0, gpu, LinkType::nvlink, GBps(50), {});
  machine.topology.connect(1, 2, LinkType::nvlink, GBps(50), {});
  machine.staged = {.latency = microseconds(20), .one_way = GBps(19), .both_ways = GBps(24)};
  return machine;
}

std::string way(const Machine& machine, NodeId from, NodeId to) {
  std::string text = machine.topology.nodes[static_cast<std::size_t>(from)].name;
  const std::vector<LinkId> route = *Router(machine.topology).route(from, to);
  for (const LinkId id : route) {
    const Link& link = machine.topology.links[static_cast<std::size_t>(id)];
    text += " " + machine.topology.nodes[static_cast<std::size_t>(link.to)].name;
  }
  return text;
}

TEST(StagedThroughMemory, CopiesPassTheMemoryAndBothBuses) {
  const Machine staged = *staged_through_memory(three_gpus());
  EXPECT_EQ(way(staged, 0, 2), "gpu0 in0 out0 pcie0.way memory in2 out2 gpu2");
  EXPECT_EQ(way(staged, 2, 1), "gpu2 in2 out2 memory pcie0.way in1 out1 gpu1");
}

TEST(StagedThroughMemory, GpusBelowOneSwitchShareAWayToTheMemory) {
  const Machine staged = *staged_through_memory(three_gpus());
  EXPECT_EQ(way(staged, 0, 1), "gpu0 in0 out0 pcie0.way memory pcie0.way in1 out1 gpu1");
}

TEST(StagedThroughMemory, TheTwoDirectionsOfABusShareItsRate) {
  const Machine known = three_gpus();
  const Topology topology = staged_through_memory(known)->topology;
  for (std::size_t id = known.topology.links.size(); id < topology.links.size(); ++id) {
    const Link& link = topology.links[id];
    const bool is_bus = topology.nodes[static_cast<std::size_t>(link.from)].name.starts_with("in");
    EXPECT_EQ(link.bandwidth, is_bus ? GBps(24) : GBps(19));
  }
}

TEST(StagedThroughMemory, TheirLatencyIsThatOfStagedCopies) {
  EXPECT_EQ(staged_through_memory(three_gpus())->copy.latency, microseconds(20));
}

TEST(StagedThroughMemory, AMemoryThatTheTopologyShowsIsUsedAsItIs) {
  const Machine shown = shipped_machine("rtx4090");
  const Machine staged = *staged_through_memory(shown);
  EXPECT_EQ(staged.topology.links.size(), shown.topology.links.size());
  EXPECT_EQ(staged.copy.latency, shown.copy.latency);
}

TEST(StagedThroughMemory, NeedsCostsThatAreKnown) {
  Machine unknown = three_gpus();
  unknown.staged = {};
  EXPECT_EQ(staged_through_memory(unknown).error().message.find(" has no host memory to stage through"), 0u);
  EXPECT_FALSE(staged_through_memory(shipped_machine("2x dgx-a100")));
}

// Every shipped machine that knows these costs: all pairs have a way, also as a part.
TEST(StagedThroughMemory, JoinsAllPairs) {
  for (const std::string& name : machine_names(machine_folder)) {
    const Result<Machine> staged = staged_through_memory(shipped_machine(name));
    if (!staged) continue;
    const int gpus = staged->topology.gpus;
    for (NodeId to = 1; to < gpus; ++to) {
      EXPECT_TRUE(Router(staged->topology).route(0, to)) << name;
      EXPECT_EQ(way(part_of(*staged, {0, to}), 0, 1).find("gpu0 in"), way(*staged, 0, to).find("gpu0 in"))
          << name;
    }
  }
}

}  // namespace
}  // namespace commlab
