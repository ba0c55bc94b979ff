// Loads and stores through the switches of a network that reduces: which links they cross.
#include "core/routes/network_tree.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine/cluster.h"
#include "core/machine_text/machine_families.h"

namespace commlab {
namespace {

using testing::UnorderedElementsAre;

Machine three_nodes(const Interconnect& network) {
  return *cluster_of(*machine_from_spec("switch:2,450GB/s,350ns"), 3, network);
}

std::vector<std::string> names_of(const Topology& topology, const std::vector<LinkId>& links) {
  std::vector<std::string> names;
  for (const LinkId link : links) names.push_back(topology.link_name(link));
  return names;
}

// Two ways to the switch and one from it, and the other way round: each link once.
TEST(NetworkTree, HasEachLinkOnce) {
  const Machine m = three_nodes({.nic = GBps(50), .latency = microseconds(4), .sharp = true});
  NetworkTrees trees(m.topology);
  const std::vector<Rank> column = {0, 2, 4};

  EXPECT_THAT(names_of(m.topology, trees.load(0, column)->links),
              UnorderedElementsAre("gpu2 -> node1.nic0", "node1.nic0 -> leaf", "gpu4 -> node2.nic0",
                                   "node2.nic0 -> leaf", "leaf -> node0.nic0", "node0.nic0 -> gpu0"));
  EXPECT_THAT(names_of(m.topology, trees.store(0, column)->links),
              UnorderedElementsAre("gpu0 -> node0.nic0", "node0.nic0 -> leaf", "leaf -> node1.nic0",
                                   "node1.nic0 -> gpu2", "leaf -> node2.nic0", "node2.nic0 -> gpu4"));
  EXPECT_EQ(trees.load(0, column)->latency + trees.store(0, column)->latency, microseconds(4));
  EXPECT_TRUE(trees.join(column));
}

// Behind a leaf switch, what was summed there goes to the spine once.
TEST(NetworkTree, SumsBelowEachLeaf) {
  const Machine m = three_nodes({.nic = GBps(50), .sharp = true, .nodes_per_leaf = 2});
  NetworkTrees trees(m.topology);
  const std::vector<Rank> column = {1, 3, 5};

  const std::vector<std::string> links = names_of(m.topology, trees.load(5, column)->links);
  EXPECT_EQ(std::ranges::count(links, "leaf0 -> spine"), 1);
  EXPECT_EQ(std::ranges::count(links, "spine -> leaf1"), 1);
}

TEST(NetworkTree, NeedsSwitchesThatReduceOnEveryWay) {
  const Machine sharp = three_nodes({.nic = GBps(50), .sharp = true});
  const Machine plain = three_nodes({.nic = GBps(50)});

  EXPECT_FALSE(NetworkTrees(plain.topology).join(std::vector<Rank>{0, 2, 4}));
  EXPECT_FALSE(NetworkTrees(sharp.topology).join(std::vector<Rank>{0, 1, 2}));  // 0 and 1 share a node
  EXPECT_FALSE(NetworkTrees(sharp.topology).join(std::vector<Rank>{}));
}

}  // namespace
}  // namespace commlab
