// Over several nodes whose GPUs NVLinks join without a switch, rings go the ways that NCCL's search finds.

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/plan/setup.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

std::set<std::pair<NodeId, NodeId>> nvlinks_of(const Topology& topology) {
  std::set<std::pair<NodeId, NodeId>> joined;
  for (const Link& link : topology.links)
    if (link.type == LinkType::nvlink) joined.emplace(link.from, link.to);
  return joined;
}

class LayoutOnMeshes : public testing::TestWithParam<std::string> {
 protected:
  const Machine machine = shipped_machine(GetParam());
  const Topology& topology = machine.topology;
  const std::set<std::pair<NodeId, NodeId>> joined = nvlinks_of(topology);
};

INSTANTIATE_TEST_SUITE_P(All, LayoutOnMeshes,
                         testing::Values("2x dgx1-p100", "2x dgx1-v100", "3x dgx1-v100,100G,2 NICs",
                                         "4x dgx1-v100,100G,1 NIC", "2x hcm8,100G", "2x mi300x", "3x a100x4",
                                         "2x v100x4", "2x gh200x4"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::erase_if(name,
                                         [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
                           return name;
                         });

// All rings of cube meshes once went in the order of the bus: GPU 3 to 4 over PCIe, five times as slow.
TEST_P(LayoutOnMeshes, RingsGoOverNvlinksWithinANode) {
  const std::vector<std::vector<Rank>> rings = layout_on(machine, topology.gpus).rings;
  ASSERT_FALSE(rings.empty());
  for (const std::vector<Rank>& ring : rings) {
    std::vector<Rank> sorted = ring, all(static_cast<std::size_t>(topology.gpus));
    std::ranges::sort(sorted);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(sorted, all);
    for (std::size_t i = 0; i + 1 < ring.size(); ++i)
      if (ring[i] / topology.per_node == ring[i + 1] / topology.per_node) {
        EXPECT_TRUE(joined.contains({ring[i], ring[i + 1]})) << ring[i] << " to " << ring[i + 1];
      }
  }
}

// On MI300X, eight rings once shared one NVLink of each GPU, and six were idle.
TEST_P(LayoutOnMeshes, NvlinksCarryWhatTheNicsOfANodeGive) {
  const std::vector<std::vector<Rank>> rings = layout_on(machine, topology.gpus).rings;
  std::map<std::pair<Rank, Rank>, int> crossed;
  for (const std::vector<Rank>& ring : rings)
    for (std::size_t i = 0; i + 1 < ring.size(); ++i) ++crossed[{ring[i], ring[i + 1]}];
  double out_of_a_node = 0;  // bytes per second
  for (const Link& link : topology.links)
    if (link.type == LinkType::network &&
        topology.nodes[static_cast<std::size_t>(link.from)].name.starts_with("node0"))
      out_of_a_node += static_cast<double>(link.bandwidth.bytes_per_second);
  ASSERT_GT(out_of_a_node, 0);
  constexpr double counted = 1.2;  // NCCL counts NICs and NVLinks in other numbers than the machine's
  for (const Link& link : topology.links)
    if (link.type == LinkType::nvlink && crossed.contains({link.from, link.to})) {
      EXPECT_LE(crossed[std::pair(link.from, link.to)] * out_of_a_node / std::ssize(rings),
                counted * static_cast<double>(link.bandwidth.bytes_per_second))
          << topology.nodes[static_cast<std::size_t>(link.from)].name;
    }
}

TEST_P(LayoutOnMeshes, ALastNodeWithFewerRanksHasThemOnEveryRing) {
  const int ranks = topology.gpus - 1;
  for (const std::vector<Rank>& ring : layout_on(machine, ranks).rings) {
    EXPECT_EQ(std::set(ring.begin(), ring.end()).size(), static_cast<std::size_t>(ranks));
    EXPECT_EQ(std::ranges::max(ring), ranks - 1);
  }
}

// Only the network joins its pairs, so NCCL takes each GPU for a node, and its search sees no other.
TEST(LayoutOnPairs, RingsVisitEveryRank) {
  Machine machine;
  Topology& topology = machine.topology;
  topology.per_node = 4;
  for (int gpu = 0; gpu < 8; ++gpu) topology.add("gpu" + std::to_string(gpu), NodeType::gpu);
  const NodeId leaf = topology.add("leaf", NodeType::network_switch);
  for (NodeId gpu = 0; gpu < 8; ++gpu) {
    const std::string name = "node" + std::to_string(gpu / 4) + ".nic" + std::to_string(gpu % 4);
    const NodeId nic = topology.add(name, NodeType::nic);
    topology.connect(gpu, nic, LinkType::pcie, GBps(12), microseconds(1));
    topology.connect(nic, leaf, LinkType::network, GBps(12), microseconds(1));
    if (gpu % 2 == 0) topology.connect(gpu, gpu + 1, LinkType::nvlink, GBps(50), microseconds(1));
  }
  const std::vector<std::vector<Rank>> rings = layout_on(machine, 8).rings;
  ASSERT_FALSE(rings.empty());
  for (const std::vector<Rank>& ring : rings) EXPECT_EQ(std::set(ring.begin(), ring.end()).size(), 8u);
}

}  // namespace
}  // namespace commlab
