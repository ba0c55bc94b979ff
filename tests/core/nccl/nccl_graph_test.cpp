// The channels that NCCL finds on known servers. Two are from public logs (4 A100: NCCL issue 1499; DGX H100:
// issue 1197), the others follow by hand from the rules of src/graph/search.cc.
#include "core/nccl/nccl_graph.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "core/machine/cluster.h"
#include "core/machine/damage.h"
#include "core/nccl/nccl_comm.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

NcclComm comm_on(const char* machine, NcclVersion version = newest_known_nccl) {
  const Machine found = shipped_machine(machine);
  return nccl_comm(found, found.topology.gpus, {.version = version});
}

struct ExpectedGraph {
  const char* machine;
  int ring_channels;
  double ring_speed;
  int channels;  // of a collective
  int heads = 0;
  double nvls_intra = 0, nvls_inter = 0;
};

TEST(NcclGraph, IsWhatLogsAndTheRulesSay) {
  for (const ExpectedGraph& e :
       {ExpectedGraph{"dgx1-v100", 6, 20, 12}, ExpectedGraph{"dgx2", 6, 20, 12},
        ExpectedGraph{"a100x4", 12, 20, 24}, ExpectedGraph{"dgx-a100", 12, 20, 24},
        ExpectedGraph{"2x dgx-a100", 8, 24, 16}, ExpectedGraph{"dgx-h100", 12, 30, 24, 8, 40, 60},
        ExpectedGraph{"2x dgx-h100", 8, 48, 16, 8, 40, 48}, ExpectedGraph{"hgx-b200", 16, 45, 32, 8, 80, 90},
        ExpectedGraph{"gb200-nvl72", 16, 45, 32, 32, 20, 40}}) {
    const NcclComm comm = comm_on(e.machine);
    EXPECT_EQ(comm.ring.channels, e.ring_channels) << e.machine;
    EXPECT_EQ(comm.ring.intra, e.ring_speed) << e.machine;
    EXPECT_EQ(comm.tree.channels, e.ring_channels) << e.machine;
    EXPECT_EQ(comm.channels, e.channels) << e.machine;
    EXPECT_EQ(comm.nvls.channels, e.heads) << e.machine;
    EXPECT_EQ(comm.nvls.intra, e.nvls_intra) << e.machine;
    EXPECT_EQ(comm.nvls.inter, e.nvls_inter) << e.machine;
  }
}

// NCCL 2.14 was searched with the speeds of 2.18, and had 26 channels on a DGX A100, where logs count 24.
TEST(NcclGraph, HasAsManyChannelsOnA100sWithEachVersion) {
  for (const NcclVersion version :
       {NcclVersion{2, 8}, NcclVersion{2, 9}, NcclVersion{2, 10}, NcclVersion{2, 12}, NcclVersion{2, 14},
        NcclVersion{2, 17}, NcclVersion{2, 18}, newest_known_nccl}) {
    EXPECT_EQ(comm_on("dgx-a100", version).channels, 24) << to_text(version);
    EXPECT_EQ(comm_on("dgx1-v100", version).channels, 12) << to_text(version);
  }
}

// With a NIC beside each GPU, eight rings of 48 GB/s need 8 x 48 GB/s of a GPU's NVLinks if each goes back to
// the NIC where it came in: that is more than 370.8 GB/s.
TEST(NcclGraph, LeavesAnH100NodeByTheNeighboursNic) {
  const NcclComm comm = comm_on("2x dgx-h100");
  EXPECT_TRUE(comm.ring.crosses_rails);
  EXPECT_EQ(comm.ring.type_inter, NcclPathType::pix);
  EXPECT_EQ(comm.tree.pattern, NcclPattern::tree);
  EXPECT_FALSE(comm_on("2x dgx-a100").ring.crosses_rails);
}

// Each node searches on its own, and NCCL takes what the weakest found.
TEST(NcclGraph, LeavesOutADeadNic) {
  const NcclComm sound = comm_on("2x dgx-h100");
  for (const int node : {0, 1}) {
    Machine machine = shipped_machine("2x dgx-h100");
    const std::vector<std::string> cut = {fmt::format("node{}.nic3", node)};
    DamagedTopology left = damaged(machine.topology, {.cut = cut}).value();
    machine.topology = std::move(left.told);
    const NcclComm comm = nccl_comm(machine, 16, {}, left.nodes);
    EXPECT_EQ(comm.ring.channels, 7);
    EXPECT_EQ(comm.ring.inter, 48);
    EXPECT_EQ(comm.tree.channels, 7);
    EXPECT_EQ(comm.nvls.channels, 7);
    EXPECT_EQ(comm.node.nics, sound.node.nics) << "as most nodes have";
    ASSERT_EQ(comm.heads.size(), 2u);
    const std::vector<Rank> damaged_heads = {0, 1, 2, 4, 5, 6, 7}, first_heads = {0, 1, 2, 3, 4, 5, 6};
    for (int i = 0; i < 7; ++i) {
      EXPECT_EQ(comm.heads[node][i], 8 * node + damaged_heads[i]);
      EXPECT_EQ(comm.heads[1 - node][i], 8 * (1 - node) + first_heads[i]);
    }
  }
  EXPECT_TRUE(sound.heads.empty());
}

// Every channel visits every GPU once, and together they take no more from a link than NCCL counts for it.
TEST(NcclGraph, LaysChannelsThatFitOnEveryShippedMachine) {
  for (const char* name :
       {"a100-pcie",   "a100x4",      "dgx-a100",  "dgx-h100",  "dgx1-p100",    "dgx1-v100",   "dgx2",
        "gb200-nvl36", "gb200-nvl72", "gh200x4",   "h100x4",    "hcm8",         "hcm8-no-p2p", "hgx-b200",
        "hgx-h200",    "l40s",        "mi300x",    "p100-pcie", "p100-pcie-x4", "pcie4",       "rtx4090",
        "rtx4090-p2p", "rtx4090x2",   "rtx5090x2", "t4",        "v100x4"}) {
    const Machine machine = shipped_machine(name);
    std::set<int> sizes = {machine.topology.gpus, std::max(2, machine.topology.gpus / 2)};
    for (const int gpus : sizes) {
      const NcclNode node = nccl_node(machine, gpus, false, newest_known_nccl);
      const NcclGraph graph = ring_graph(node, newest_known_nccl);
      ASSERT_GE(graph.channels, 1) << name;
      std::map<int, double> taken;
      const double split = static_cast<double>(graph.channels) / std::ssize(graph.order);
      for (const NcclChannel& channel : graph.order) {
        std::vector<int> visited = channel.gpus;
        std::ranges::sort(visited);
        for (int gpu = 0; gpu < gpus; ++gpu) ASSERT_EQ(visited[gpu], gpu) << name;
        for (int i = 0; gpus > 1 && i < gpus; ++i)
          for (const int link : node.path(channel.gpus[i], channel.gpus[(i + 1) % gpus]).links)
            taken[link] += graph.intra * split;
      }
      for (const auto& [link, speed] : taken)
        EXPECT_LE(speed, node.capacity[link] + .01) << name << " link " << link;
    }
  }
}

// GPUs that only a network joins are nodes of their own, and their own NICs.
TEST(NcclGraph, TakesGpusOnANetworkForNodes) {
  const NcclComm comm = comm_on("fat-tree:16x4,400Gb/s,1us");
  EXPECT_EQ(comm.nodes, 64);
  EXPECT_EQ(comm.ring.channels, 2);  // 48 GB/s, split in two
  EXPECT_EQ(comm.ring.intra, 24);
}

TEST(NcclGraph, KnowsPathsAsNcclNamesThem) {
  const Machine dgx1 = shipped_machine("dgx1-v100");
  const NcclNode node = nccl_node(dgx1, 8, false, newest_known_nccl);
  EXPECT_EQ(node.path(0, 1).type, NcclPathType::nvl);
  EXPECT_EQ(node.path(0, 3).bandwidth, 40);
  EXPECT_EQ(node.path(0, 7).type, NcclPathType::nvb);

  const NcclNode hopper = nccl_node(shipped_machine("2x dgx-h100"), 8, true, newest_known_nccl);
  EXPECT_EQ(hopper.path_to_nic(0, 0).type, NcclPathType::pix);
  EXPECT_EQ(hopper.path_to_nic(0, 0).bandwidth, 48);
  EXPECT_EQ(hopper.path_to_nic(0, 5).type, NcclPathType::pxn);

  const NcclNode consumer = nccl_node(shipped_machine("rtx4090"), 8, false, newest_known_nccl);
  EXPECT_EQ(consumer.path(0, 1).type, NcclPathType::phb);
  EXPECT_EQ(consumer.path(0, 7).type, NcclPathType::sys);
}

}  // namespace
}  // namespace commlab
