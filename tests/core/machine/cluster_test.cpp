// Clusters: how nodes are put side by side, joined and named, and what each mistake is answered.
#include "core/machine/cluster.h"

#include <map>

#include <gtest/gtest.h>

#include "core/bounds/bounds.h"
#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_families.h"
#include "core/machine_text/machine_toml.h"
#include "core/machine_text/machine_toml_writer.h"
#include "core/routes/router.h"
#include "tests/core/files/scratch_folder.h"
#include "tests/core/machine_text/machine_text.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

Result<Machine> find(std::string_view name, const MachineHints& hints = {}) {
  return find_machine(name, machine_folder, hints);
}

std::string cluster_error(std::string_view name, const MachineHints& hints = {}) {
  return find(name, hints).error().message;
}

std::string route(const Topology& topology, NodeId from, NodeId to) {
  std::string text = topology.nodes[from].name;
  const Result<std::vector<LinkId>> links = Router(topology).route(from, to);
  for (const LinkId id : *links) text += " " + topology.nodes[topology.links[id].to].name;
  return text;
}

Machine cluster(std::string_view node_spec, int nodes, const Interconnect& network) {
  return *cluster_of(*machine_from_spec(node_spec), nodes, network);
}

std::map<std::string, int> switches(const Topology& topology) {  // and the number of links that end in each
  std::map<std::string, int> found;
  for (const Link& link : topology.links) {
    const Node& to = topology.nodes[link.to];
    if (to.type == NodeType::network_switch) ++found[to.name];
  }
  return found;
}

using Switches = std::map<std::string, int>;

TEST(Cluster, PutsNodesSideBySideWithGpusInRankOrder) {
  const Machine m = *find("2x dgx-h100");
  const Topology& t = m.topology;

  EXPECT_EQ(t.gpus, 16);
  EXPECT_EQ(t.per_node, 8);
  EXPECT_EQ(route(t, 0, 7), "gpu0 node0.nvswitch gpu7");
  EXPECT_EQ(route(t, 8, 15), "gpu8 node1.nvswitch gpu15");
  EXPECT_EQ(route(t, 3, 13), "gpu3 node0.pcie3 node0.nic3 leaf node1.nic5 node1.pcie5 gpu13");
  EXPECT_EQ(m.collective.launch, find("dgx-h100")->collective.launch);
}

// A NIC sold as 400G carries 96 % of that as messages. A rate in Gb/s or GB/s is used as written.
TEST(Cluster, TakesItsNicFromTheNodeTheNameOrTheHint) {
  const auto nic = [](const Result<Machine>& m) {
    return link_between(m->topology, *m->topology.find("node0.nic0"), *m->topology.find("leaf")).bandwidth;
  };
  EXPECT_EQ(nic(find("2x dgx-h100")), GBps(48));
  EXPECT_EQ(nic(find("2x dgx-h100,200G")), GBps(24));
  EXPECT_EQ(nic(find("2x dgx-h100,400Gb/s")), GBps(50));
  EXPECT_EQ(nic(find("2x dgx-h100", {.nic = "25GB/s", .gpu = {}})), GBps(25));
  EXPECT_EQ(nic(find("2x hcm8,100G")), GBps(12));
  EXPECT_EQ(nic(find("2x switch:8,450GB/s,350ns,100G")), GBps(12));
  EXPECT_EQ(nic(find("2x switch:8,450GB/s,350ns,multicast,100G")), GBps(12));
}

TEST(Cluster, GivesEachGpuOfANodeWithoutNicsItsOwn) {
  const Topology t = cluster("switch:4,450GB/s,350ns", 3, {.nic = GBps(50)}).topology;

  EXPECT_EQ(route(t, 1, 2), "gpu1 node0.nvswitch gpu2");  // not over the network
  EXPECT_EQ(route(t, 1, 11), "gpu1 node0.nic1 leaf node2.nic3 gpu11");
  EXPECT_EQ(switches(t), (Switches{{"leaf", 12}}));
}

TEST(Cluster, SharesFewerNicsEvenly) {
  const Topology two = cluster("switch:4,450GB/s,350ns", 2, {.nic = GBps(50), .nics_per_node = 2}).topology;
  EXPECT_EQ(route(two, 1, 6), "gpu1 node0.nic0 leaf node1.nic1 gpu6");

  Interconnect network{.nic = GBps(50), .nics_per_node = 1};
  const Topology one = cluster_of(*find("dgx-h100"), 2, network)->topology;
  EXPECT_EQ(route(one, 7, 15), "gpu7 node0.pcie7 node0.nic0 leaf node1.nic0 node1.pcie7 gpu15");
  EXPECT_EQ(switches(one), (Switches{{"leaf", 2}}));
}

// Rail r joins the r-th NICs of all nodes; a route from one rail to another leads over the spine.
TEST(Cluster, SaysIfPcieNarrowsItsNics) {
  EXPECT_THAT(find("2x dgx-h100,800G")->title,
              testing::EndsWith("8 NICs of 96GB/s each, which PCIe narrows to 48GB/s"));
  EXPECT_THAT(find("2x dgx-h100,400G")->title, testing::EndsWith("8 NICs of 48GB/s each"));
}

TEST(Cluster, JoinsRails) {
  const Topology t = cluster("switch:2,450GB/s,350ns", 4, {.nic = GBps(50), .rails = true}).topology;

  EXPECT_EQ(switches(t), (Switches{{"rail0", 5}, {"rail1", 5}, {"spine", 2}}));
  EXPECT_EQ(route(t, 0, 6), "gpu0 node0.nic0 rail0 node3.nic0 gpu6");
  EXPECT_EQ(route(t, 0, 7), "gpu0 node0.nic0 rail0 spine rail1 node3.nic1 gpu7");
}

// Under each leaf are two nodes with two 50 GB/s NICs: 200 GB/s from below. At 4:1 a quarter of it leads up.
TEST(Cluster, NarrowsAnOversubscribedFatTree) {
  const Topology t =
      cluster("switch:2,450GB/s,350ns", 4, {.nic = GBps(50), .nodes_per_leaf = 2, .oversubscription = 4})
          .topology;

  EXPECT_EQ(switches(t), (Switches{{"leaf0", 5}, {"leaf1", 5}, {"spine", 2}}));
  EXPECT_EQ(link_between(t, *t.find("leaf0"), *t.find("spine")).bandwidth, GBps(50));
}

// A link up has a lane for each NIC whose rate it carries; a rate of no whole number of NICs is a single
// lane.
TEST(Cluster, LinksToTheSpineHaveAsManyLanesAsTheyCarryNics) {
  for (int per_leaf = 1; per_leaf <= 6; ++per_leaf)
    for (int oversubscription = 1; oversubscription <= 5; ++oversubscription) {
      const Topology t =
          cluster("switch:1,450GB/s,350ns", 2 * per_leaf,
                  {.nic = GBps(60), .nodes_per_leaf = per_leaf, .oversubscription = oversubscription})
              .topology;
      const Link& up = link_between(t, *t.find("leaf1"), *t.find("spine"));
      const std::int64_t nics = up.bandwidth.bytes_per_second / GBps(60).bytes_per_second;
      const bool whole = up.bandwidth == Bandwidth{nics * GBps(60).bytes_per_second};

      EXPECT_EQ(up.lanes, whole ? nics : 1) << per_leaf << " NICs, " << oversubscription << ":1";
    }
}

// Four NICs below one PCIe switch, which two links join to the processor.
TEST(Cluster, ANicThatStandsForSeveralHasEachLinkOnce) {
  Machine node{.name = "node"};
  node.topology.add("gpu0", NodeType::gpu);
  const NodeId below = node.topology.add("pcie0", NodeType::pcie_switch);
  const NodeId cpu = node.topology.add("cpu0", NodeType::cpu);
  node.topology.connect(0, below, LinkType::pcie, GBps(48), {});
  for (int i = 0; i < 2; ++i) node.topology.connect(below, cpu, LinkType::pcie, GBps(48), {});
  for (int i = 0; i < 4; ++i)
    node.topology.connect(node.topology.add(fmt::format("nic{}", i), NodeType::nic), below, LinkType::pcie,
                          GBps(48), {});

  for (int nics = 1; nics <= 4; ++nics) {
    const Topology t = cluster_of(node, 2, {.nic = GBps(50), .nics_per_node = nics})->topology;
    std::map<std::pair<std::string, std::string>, int> links;
    for (const Link& link : t.links) ++links[{t.nodes[link.from].name, t.nodes[link.to].name}];

    for (int nic = 0; nic < nics; ++nic) {
      EXPECT_EQ((links[{fmt::format("node1.nic{}", nic), "node1.pcie0"}]), 1) << nic << " of " << nics;
      EXPECT_EQ((links[{"node1.pcie0", fmt::format("node1.nic{}", nic)}]), 1) << nic << " of " << nics;
    }
    EXPECT_EQ((links[{"node1.pcie0", "node1.cpu0"}]), 2);
    EXPECT_EQ((links[{"node1.cpu0", "node1.pcie0"}]), 2);
  }
}

TEST(ParseNic, TakesOneToAHundredThousandGigabits) {
  for (const std::int64_t gigabits : {1, 2, 400, 99'999, 100'000})
    EXPECT_EQ(*parse_nic(fmt::format("{}G", gigabits)), nic_sold_as(gigabits * 1000));
  for (const std::int64_t gigabits : {-1, 0, 100'001})
    EXPECT_EQ(parse_nic(fmt::format("{}G", gigabits)).error().message,
              fmt::format("NIC '{}G' is out of range; expected 1G to 100000G", gigabits));
}

TEST(Cluster, OfTheLargestSizesIsBuiltAtOnce) {
  EXPECT_EQ(cluster("switch:8,450GB/s,350ns", 8192, {.nic = GBps(50)}).topology.gpus, 65536);
}

TEST(Cluster, ReadsBackAsTheSameOnceWritten) {
  for (const std::string_view name : {"2x dgx-h100", "3x hcm8,100G", "2x torus:3x4,100GB/s,0.5us,200G"}) {
    const Machine machine = *find(name);
    const Result<Machine> again = machine_from_toml(machine_to_toml(machine), "again.toml");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(describe(*again), describe(machine));
  }
}

// The bound of an all_gather of 16 GPUs (ForestColl, arXiv 2402.06787): the links out of one GPU limit it, or
// the NICs of a node.
TEST(Cluster, HasTheBoundsOfTwoLevels) {
  const auto bound_of = [](CollectiveKind kind, int nodes, int nics) {
    Interconnect network{.nic = GBps(50), .latency = {}, .nics_per_node = nics};
    const Machine m = cluster("switch:8,450GB/s,0", nodes, network);
    const int ranks = 8 * nodes;
    const std::int64_t blocks = kind == CollectiveKind::all_gather ? ranks : 1;
    const Collective c{
        .kind = kind, .ranks = ranks, .count = 4'000'000'000 / blocks, .dtype = DataType::uint8};
    return bound(c, m.topology)->time;
  };

  // (N-1)/N * S / (B1 + B2) = 15/16 * 4 GB / 500 GB/s, where N counts the GPUs; all_reduce takes twice that.
  EXPECT_EQ(bound_of(CollectiveKind::all_gather, 2, 8), microseconds(7500));
  EXPECT_EQ(bound_of(CollectiveKind::all_reduce, 2, 8), microseconds(15000));
  // (n-1)/n * S / B2, where n counts the nodes and a node has one NIC.
  EXPECT_EQ(bound_of(CollectiveKind::all_gather, 2, 1), microseconds(40000));
  EXPECT_EQ(bound_of(CollectiveKind::all_reduce, 2, 1), microseconds(80000));
  // 15/16 * S / (8 B2) for 16 nodes of 8 NICs: groups of 8 GPUs are among those that are tried.
  EXPECT_EQ(bound_of(CollectiveKind::all_reduce, 16, 8), microseconds(2 * 9375));
}

TEST(Cluster, IsAFile) {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.holding("pair.toml", R"(
title = "two of them"
sources = ["nic 100G: a guess"]
nodes = 2
node = "dgx-h100"
[network]
nic = "100G"
nics_per_node = 4
rails = true
oversubscription = 2
[collective]
launch = "20us"
)");

  const Result<Machine> m = find(file.string());

  ASSERT_TRUE(m) << m.error().message;
  EXPECT_EQ(m->name, "pair");
  EXPECT_EQ(m->title, "two of them");
  EXPECT_EQ(m->sources.front(), "nic 100G: a guess");
  EXPECT_EQ(m->collective.launch, microseconds(20));
  EXPECT_EQ(m->collective.latency, find("dgx-h100")->collective.latency);
  EXPECT_EQ(m->topology.per_node, 8);
  EXPECT_EQ(switches(m->topology),
            (Switches{{"rail0", 3}, {"rail1", 3}, {"rail2", 3}, {"rail3", 3}, {"spine", 4}}));
  const Topology& t = m->topology;
  EXPECT_EQ(link_between(t, *t.find("rail0"), *t.find("spine")).bandwidth, GBps(12));
}

TEST(Cluster, SaysWhatIsWrongAndWhatWouldHelp) {
  EXPECT_EQ(cluster_error("2x hcm8"),
            "machine '2x hcm8': hcm8 does not give the rate of its NICs; give it with --nic 400G, or with "
            "nic under [network]");
  EXPECT_EQ(cluster_error("2x dgx-h100,400Q"),
            "machine '2x dgx-h100,400Q': NIC '400Q' has no rate; expected one, as in 400G or 50GB/s");
  EXPECT_EQ(cluster_error("0x dgx-h100"),
            "machine '0x dgx-h100': 0 nodes of 8 GPUs; expected 1 to 1048576 GPUs in all");
  EXPECT_EQ(cluster_error("131073x dgx-h100"),
            "machine '131073x dgx-h100': 131073 nodes of 8 GPUs; expected 1 to 1048576 GPUs in all");
  EXPECT_TRUE(cluster_error("2x dgx-h10").starts_with("unknown machine 'dgx-h10' (did you mean dgx-h100?)"));
  EXPECT_TRUE(cluster_error("2x").starts_with("unknown machine '2x'"));
  EXPECT_TRUE(cluster_error("2x ").starts_with("unknown machine ''"));
  EXPECT_EQ(cluster_error("2x dgx-h100,100G", {.nic = "400G", .gpu = {}}),
            "machine '2x dgx-h100,100G' and --nic 400G both say how fast a NIC is; give one of them");
  EXPECT_EQ(cluster_error("hcm8", {.nic = "400G", .gpu = {}}),
            "--nic 400G: hcm8 already describes its network; --nic is for several nodes, as in "
            "--machine \"2x hcm8\"");
  const Machine node = *find("dgx-h100");
  EXPECT_EQ(cluster_of(node, 2, {.nics_per_node = 9}).error().message,
            "nics_per_node = 9, but dgx-h100 has 8 NICs; expected at most 8");
  EXPECT_EQ(cluster_of(*cluster_of(node, 2, {}), 2, {}).error().message,
            "2x dgx-h100 is itself a cluster; expected a single node");
  EXPECT_EQ(cluster_of(node, 2, {.oversubscription = 2}).error().message,
            "oversubscription = 2 needs links above a leaf switch, but a single switch joins all nodes; set "
            "rails = true, or nodes_per_leaf below 2");
}

TEST(Cluster, FilesSayWhereTheyAreWrong) {
  const auto error = [](std::string_view toml) {
    const FindNode find_node = [](std::string_view name) { return find(name); };
    return machine_from_toml(toml, "pair.toml", {}, find_node).error().message;
  };
  EXPECT_EQ(error("node = \"dgx-h100\""),
            "pair.toml:1: the key nodes is missing; expected the number of nodes, as in nodes = 2");
  EXPECT_EQ(error("nodes = 2\nnode = 3"),
            "pair.toml:2: node is wrong here; expected the name of a machine, as in \"dgx-h100\"");
  EXPECT_TRUE(error("nodes = 2\nnode = \"dgx\"").starts_with("pair.toml:2: unknown machine 'dgx'"));
  EXPECT_EQ(error("nodes = 2\nnode = \"hcm8\""),
            "pair.toml:2: hcm8 does not give the rate of its NICs; give it with --nic 400G, or with nic "
            "under [network]");
  EXPECT_EQ(error("nodes = 2\nnode = \"hcm8\"\n[network]\nnci = \"100G\""),
            "pair.toml:4: unknown key 'nci' in [network] (did you mean nic?); expected nic, latency, "
            "nics_per_node, behind_host, sharp, rails, nodes_per_leaf, oversubscription");
  EXPECT_EQ(machine_from_toml("nodes = 2\nnode = \"hcm8\"", "pair.toml").error().message,
            "pair.toml:2: a cluster cannot be a node; expected a single node's file");
}

TEST(Cluster, NodesWithTooManyPartsInAllAreRefusedBeforeTheyAreCopied) {
  Machine node = *machine_from_spec("switch:8,450GB/s,350ns");
  for (int i = 0; i < 1'000; ++i) node.topology.add(fmt::format("cpu{}", i), NodeType::cpu);

  EXPECT_EQ(
      cluster_of(node, 100'000, {.nic = GBps(50)}).error().message,
      "100,000 nodes, each of 1,017 GPUs, switches and NICs and 32 links; expected at most 4,124 of them");
}

}  // namespace
}  // namespace commlab
