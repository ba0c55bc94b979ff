// Several rings that together load every link alike use the bandwidth of all links.

#include "core/routes/nccl_rings.h"

#include <algorithm>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "core/machine/cluster.h"
#include "core/machine/damage.h"
#include "core/machine/machine.h"
#include "core/machine/part_of_machine.h"
#include "core/machine_text/machine_families.h"
#include "core/routes/router.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

// How many rings cross each link.
std::map<LinkId, int> crossings(const Topology& topology, const std::vector<std::vector<Rank>>& rings) {
  Router router(topology);
  std::map<LinkId, int> count;
  for (const auto& ring : rings)
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const auto route = router.route(ring[i], ring[(i + 1) % ring.size()]);
      for (const LinkId link : route.value()) ++count[link];
    }
  return count;
}

TEST(NcclRings, AFullMeshOfFourLoadsAllItsLinksAlike) {
  const Topology topology = shipped_machine("a100x4").topology;
  const auto count = crossings(topology, nccl_rings(topology, 4));
  EXPECT_EQ(count.size(), 12u);
  for (const auto& [link, rings] : count) EXPECT_EQ(rings, 2) << topology.link_name(link);
}

TEST(NcclRings, EveryNicOfAClusterServesOneRing) {
  const Machine cluster = *cluster_of(shipped_machine("dgx-h100"), 3, {});
  const auto rings = nccl_rings(cluster.topology, 24);
  ASSERT_EQ(rings.size(), 8u);
  int nics = 0;
  for (const auto& [link, used] : crossings(cluster.topology, rings))
    if (cluster.topology.links[static_cast<std::size_t>(link)].type == LinkType::network) {
      ++nics;
      EXPECT_EQ(used, 1) << cluster.topology.link_name(link);
    }
  EXPECT_EQ(nics, 2 * 3 * 8);
}

// There was one ring for all where the last node had fewer ranks.
TEST(NcclRings, EnterASmallerNodeInTurn) {
  const Machine cluster = *cluster_of(shipped_machine("dgx-h100"), 2, {});
  const auto rings = nccl_rings(cluster.topology, 11);
  ASSERT_EQ(rings.size(), 8u);
  std::map<Rank, int> entered;
  for (const auto& ring : rings) {
    std::vector<Rank> ranks = ring;
    std::ranges::sort(ranks);
    EXPECT_EQ(ranks, (std::vector<Rank>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
    ++entered[ring[8]];
  }
  EXPECT_EQ(entered, (std::map<Rank, int>{{8, 3}, {9, 3}, {10, 2}}));
}

// All nodes once had the order of the first one's bus.
TEST(NcclRings, FollowTheBusOfEachNode) {
  const Topology along_the_bus = cluster_of(shipped_machine("a100-pcie"), 2, {.nic = GBps(12)})->topology;
  const std::vector<NodeId> numbers = {5, 2, 7, 0, 3, 6, 1, 4};  // in the second node
  Topology numbered = along_the_bus;
  for (Link& link : numbered.links)
    for (NodeId* end : {&link.from, &link.to})
      if (8 <= *end && *end < 16) *end = 8 + numbers[static_cast<std::size_t>(*end - 8)];
  const auto switches = [](const Topology& topology) {
    std::vector<std::vector<std::string>> above;
    for (const std::vector<Rank>& ring : nccl_rings(topology, 16))
      for (above.emplace_back(); const Rank rank : ring)
        above.back().push_back(
            topology.nodes[static_cast<std::size_t>(std::ranges::find(topology.links, rank, &Link::from)->to)]
                .name);
    return above;
  };

  EXPECT_EQ(switches(numbered), switches(along_the_bus));
}

// The GPU without a NIC sends over the one before it, whose NIC no other ring leaves by.
TEST(NcclRings, EveryNicThatIsLeftServesOneRing) {
  Topology cluster = cluster_of(shipped_machine("dgx-h100"), 2, {})->topology;
  const std::vector<std::string> cut = {"node0.nic3"};
  cluster = damaged(cluster, {.cut = cut})->real;
  const auto rings = nccl_rings(cluster, 16, {{0, 1, 2, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14}});
  ASSERT_EQ(rings.size(), 7u);
  int nics = 0;
  for (const auto& [link, used] : crossings(cluster, rings))
    if (cluster.links[static_cast<std::size_t>(link)].type == LinkType::network) {
      ++nics;
      EXPECT_EQ(used, 1) << cluster.link_name(link);
    }
  EXPECT_EQ(nics, 2 * 2 * 7);
}

// With 576 GPUs in a node, a search took 15 s.
TEST(NcclRings, LargeNodesAreNotSearched) {
  const auto searched = [](const char* node) {
    const Topology cluster = cluster_of(*machine_from_spec(node), 2, {.nic = GBps(12)})->topology;
    return nodes_have_nvlinks_without_a_switch(cluster, cluster.gpus);
  };
  EXPECT_TRUE(searched("torus:8x8,50GB/s,1us"));
  EXPECT_FALSE(searched("torus:9x8,50GB/s,1us"));
}

TEST(NcclRings, ASwitchNeedsNone) {
  EXPECT_TRUE(nccl_rings(shipped_machine("dgx-a100").topology, 8).empty());
  EXPECT_TRUE(nccl_rings(shipped_machine("hcm8").topology, 8).empty());
}

TEST(PartOfMachine, KeepsTheLinksOfItsGpusInTheirOrder) {
  const Machine whole = shipped_machine("hcm8");
  const Machine part = part_of(whole, {1, 4, 2});
  EXPECT_EQ(part.topology.gpus, 3);
  EXPECT_EQ(part.topology.links.size(), 6u);
  Router router(part.topology);
  const auto width = [&](NodeId from, NodeId to) {
    return part.topology.links[static_cast<std::size_t>(router.route(from, to)->front())].lanes;
  };
  EXPECT_EQ(width(0, 1), 4);  // GPUs 1 and 4 of the whole machine
  EXPECT_EQ(width(1, 2), 1);  // GPUs 4 and 2 of the whole machine, without NVLink
}

// A ring for each GPU of a large node would take memory with the square of the ranks.
TEST(NcclRings, ThereAreNoMoreThanNcclHasChannels) {
  Topology topology = machine_from_spec("switch:2000,450GB/s,350ns")->topology;
  topology.per_node = 1'000;

  EXPECT_EQ(nccl_rings(topology, 2'000).size(), 64u);
}

}  // namespace
}  // namespace commlab
