// Servers with more GPUs than the machine whose class they have.
#include "core/machine/wider_node.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

#include "core/routes/router.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

// Rates of links out of a GPU, by type, and how many links those are.
std::map<LinkType, std::pair<int, std::int64_t>> out_of(const Topology& topology, NodeId gpu) {
  std::map<LinkType, std::pair<int, std::int64_t>> all;
  for (const Link& link : topology.links)
    if (link.from == gpu) {
      ++all[link.type].first;
      all[link.type].second += link.bandwidth.bytes_per_second;
    }
  return all;
}

TEST(WiderNode, GivesEveryGpuTheLinksOfAKnownOne) {
  for (const char* const name : {"dgx-a100", "dgx-h100", "hgx-b200", "mi300x", "l40s", "rtx4090", "t4",
                                 "p100-pcie-x4", "gh200x4", "a100x4", "dgx1-v100", "gb200-nvl72"}) {
    const Machine known = shipped_machine(name);
    for (const int more : {0, 1, known.topology.gpus}) {
      const Machine wider = wider_node(known, known.topology.gpus + more);
      SCOPED_TRACE(wider.title);
      ASSERT_EQ(wider.topology.gpus, known.topology.gpus + more);
      for (NodeId gpu = 0; gpu < wider.topology.gpus; ++gpu)
        for (const auto& [type, links] : out_of(known.topology, gpu % known.topology.gpus)) {
          const auto there = out_of(wider.topology, gpu);
          ASSERT_TRUE(there.contains(type)) << gpu;
          if (type == LinkType::nvlink) continue;
          EXPECT_EQ(there.at(type), links) << gpu;
        }
      Router router(wider.topology);
      for (NodeId to = 1; to < wider.topology.gpus; ++to) EXPECT_TRUE(router.route(0, to)) << to;
    }
  }
}

TEST(WiderNode, JoinsNvlinksOfPairsToASwitch) {
  const Machine pairs = shipped_machine("gh200x4");  // six NVLinks to each of three others
  const Machine wider = wider_node(pairs, 8);
  std::int64_t out = 0;
  int lanes = 0;
  for (const Link& link : pairs.topology.links)
    if (link.from == 0 && link.to < 4) out += link.bandwidth.bytes_per_second, lanes += link.lanes;
  for (NodeId gpu = 0; gpu < 8; ++gpu) {
    const Link& link = *std::ranges::find_if(
        wider.topology.links, [&](const Link& l) { return l.from == gpu && l.type == LinkType::nvlink; });
    EXPECT_EQ(wider.topology.nodes[static_cast<std::size_t>(link.to)].type, NodeType::nvswitch);
    EXPECT_EQ(link.bandwidth.bytes_per_second, out);
    EXPECT_EQ(link.lanes, lanes);
  }
}

}  // namespace
}  // namespace commlab
