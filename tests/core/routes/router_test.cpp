// Routes follow the rule of router.h on every machine: the search from both ends finds what a plain search
// through the whole graph finds.

#include "core/routes/router.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <tuple>

#include "core/machine/bus_order.h"
#include "core/machine/cluster.h"
#include "core/machine/damage.h"
#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_families.h"

namespace commlab {
namespace {

using Route = std::vector<LinkId>;

// The rule, by looking at every link again and again.
class PlainSearch {
 public:
  PlainSearch(const Topology& topology, NodeId to) : t_(topology), to_(to) {}

  Route route(NodeId from) {
    for (const int kind : {0, 1, 2})
      if (const Route found = over(kind, from); !found.empty()) return found;
    return {};
  }

 private:
  bool usable(const Link& link, int kind) const {
    return kind == 0 ? link.type == LinkType::nvlink : kind == 2 || link.type != LinkType::network;
  }
  bool passable(NodeId node, int kind) const {
    if (t_.nodes[node].type == NodeType::nic) return kind == 2;
    return t_.gpus_forward || t_.nodes[node].type != NodeType::gpu;
  }

  // GPUs by number, then switches and NICs by name.
  std::tuple<NodeId, std::size_t, std::string, Time, LinkId> in_order(const Link& link) const {
    const std::string& name = t_.nodes[link.to].name;
    return {std::min(link.to, t_.gpus), name.size(), name, link.latency,
            static_cast<LinkId>(&link - t_.links.data())};
  }

  // How many GPUs of its node are as near to the NIC and come before it on the bus.
  std::size_t turn(NodeId gpu, NodeId nic) const {
    std::vector<int> hops(t_.nodes.size(), -1);
    hops[nic] = 0;
    for (int level = 1; hops[gpu] < 0; ++level)
      for (const Link& link : t_.links)
        if (link.type != LinkType::network && hops[link.to] == level - 1 && hops[link.from] < 0 &&
            (link.to == nic || (link.to >= t_.gpus && t_.nodes[link.to].type != NodeType::nic)))
          hops[link.from] = level;
    const int per_node = t_.per_node > 0 ? t_.per_node : t_.gpus;
    std::size_t before = 0;
    for (const NodeId other : BusOrder(t_).of(gpu / per_node * per_node, per_node)) {
      if (other == gpu) break;
      before += hops[other] == hops[gpu];
    }
    return before;
  }

  Route over(int kind, NodeId from) {
    constexpr int far = 1 << 30;
    std::vector<int> hops(t_.nodes.size(), far);
    std::vector<Bandwidth> widest(t_.nodes.size());
    hops[to_] = 0;
    widest[to_] = {INT64_MAX};
    for (int level = 1; hops[from] == far; ++level) {
      bool more = false;
      for (const Link& link : t_.links) {
        if (!usable(link, kind) || hops[link.to] != level - 1 || hops[link.from] < level) continue;
        if (link.from != from && !passable(link.from, kind)) continue;
        hops[link.from] = level;
        widest[link.from] = std::max(widest[link.from], std::min(link.bandwidth, widest[link.to]));
        more = true;
      }
      if (!more) return {};
    }
    Route route;
    bool across = false;
    for (NodeId node = from; node != to_; node = t_.links[route.back()].to) {
      Route ways;
      for (LinkId id = 0; id < static_cast<LinkId>(t_.links.size()); ++id) {
        const Link& link = t_.links[id];
        if (link.from == node && usable(link, kind) && hops[link.to] == hops[node] - 1 &&
            std::min(link.bandwidth, widest[link.to]) >= widest[from])
          ways.push_back(id);
      }
      std::ranges::sort(ways, {}, [&](LinkId id) { return in_order(t_.links[id]); });
      const NodeId gpu = across ? to_ : from;
      const bool to_nic = t_.nodes[t_.links[ways[0]].to].type == NodeType::nic;
      route.push_back(ways[to_nic && ways.size() > 1 ? turn(gpu, t_.links[ways[0]].to) % ways.size() : 0]);
      across |= t_.links[route.back()].type == LinkType::network;
    }
    return route;
  }

  const Topology& t_;
  NodeId to_;
};

std::vector<Machine> all_kinds_of_machines() {
  std::vector<Machine> machines;
  for (const auto& entry : std::filesystem::directory_iterator(COMMLAB_SOURCE_DIR "/sim/machines")) {
    if (entry.path().extension() != ".toml") continue;
    machines.push_back(*find_machine(entry.path().stem().string(), entry.path().parent_path()));
    if (machines.back().topology.per_node > 0) continue;
    if (const auto cluster =
            cluster_of(machines.back(), 3, {.nic = GBps(48), .rails = true, .nodes_per_leaf = 2}))
      machines.push_back(*cluster);
  }
  for (const char* spec : {"switch:5,10GB/s,1us", "ring:6,10GB/s,1us", "torus:4x3,10GB/s,1us",
                           "mesh:6,10GB/s,1us", "fat-tree:3x3,10GB/s,1us"})
    if (const auto family = machine_from_spec(spec)) machines.push_back(*family);
  return machines;
}

TEST(Router, TakesTheRouteOfTheRuleBetweenAnyTwoGpus) {
  const std::vector<Machine> machines = all_kinds_of_machines();
  EXPECT_GT(machines.size(), 40u);
  for (const Machine& machine : machines) {
    const Topology& t = machine.topology;
    if (t.staged) continue;
    Router router(t);
    for (NodeId to = 0; to < t.gpus; ++to)
      for (NodeId from = 0; from < t.gpus; ++from) {
        if (from == to) continue;
        EXPECT_EQ(router.route(from, to).value_or(Route{}), PlainSearch(t, to).route(from))
            << machine.name << " from " << from << " to " << to;
      }
  }
}

// Six GPUs of a node share four NICs. The same place in another node uses the same NIC there.
TEST(Router, TreatsAllNodesOfAClusterAlike) {
  Machine node;
  node.name = "six";
  for (int i = 0; i < 6; ++i) node.topology.add("gpu" + std::to_string(i), NodeType::gpu);
  const NodeId hub = node.topology.add("pcie", NodeType::pcie_switch);
  for (int i = 0; i < 6; ++i) node.topology.connect(i, hub, LinkType::pcie, GBps(25), {});
  for (int i = 0; i < 4; ++i)
    node.topology.connect(node.topology.add("nic" + std::to_string(i), NodeType::nic), hub, LinkType::pcie,
                          GBps(25), {});
  const Machine cluster = *cluster_of(node, 3, {.nic = GBps(12)});
  Router router(cluster.topology);
  const auto places = [&](NodeId from, NodeId to) {
    std::vector<std::string> names;
    const Route route = router.route(from, to).value();
    for (const LinkId id : route) {
      const std::string& name = cluster.topology.nodes[cluster.topology.links[id].to].name;
      names.push_back(name.substr(name.find('.') + 1));
    }
    names.pop_back();  // the GPU
    return names;
  };

  for (int from = 0; from < 6; ++from)
    for (int to = 0; to < 6; ++to) {
      EXPECT_EQ(places(6 + from, 12 + to), places(from, 6 + to));
      EXPECT_EQ(places(12 + from, to), places(from, 6 + to));
    }
}

// Both GPUs below a switch once used the same one of its two NICs, where both had even numbers.
TEST(Router, LetsGpusShareTheirNicsWhateverTheirNumbers) {
  Topology cluster = find_machine("2x dgx-a100", COMMLAB_SOURCE_DIR "/sim/machines")->topology;
  const std::vector<NodeId> numbers = {0, 2, 4, 6, 1, 3, 5, 7};  // of the first node's GPUs, along the bus
  for (Link& link : cluster.links)
    for (NodeId* end : {&link.from, &link.to})
      if (*end < 8) *end = numbers[static_cast<std::size_t>(*end)];
  Router router(cluster);
  std::set<NodeId> nics;
  for (NodeId gpu = 0; gpu < 8; ++gpu)
    for (const LinkId id : router.route(gpu, 8).value_or(Route{}))
      if (cluster.nodes[cluster.links[id].to].type == NodeType::nic &&
          cluster.links[id].type == LinkType::pcie)
        nics.insert(cluster.links[id].to);
  EXPECT_EQ(nics.size(), 8u);
}

// Traffic once moved from a slow link to others, and a damaged ring was faster than a sound one.
TEST(Router, LeavesTheTrafficOfASlowLinkWhereItIs) {
  for (const char* spec : {"ring:4,8GB/s,1us", "torus:4x3,580GB/s,1us", "mesh:3x2,50GB/s,2us"}) {
    const Topology sound = machine_from_spec(spec)->topology;
    Router before(sound);
    for (const Link& link : sound.links) {
      const std::vector<std::string> slow = {sound.nodes[link.from].name + "-" + sound.nodes[link.to].name +
                                             ":3x"};
      const Topology left = damaged(sound, {.slow = slow})->real;
      Router after(left);
      for (NodeId from = 0; from < sound.gpus; ++from)
        for (NodeId to = 0; to < sound.gpus; ++to)
          EXPECT_EQ(after.route(from, to).value(), before.route(from, to).value())
              << spec << " --slow " << slow.front();
    }
  }
}

// NCCL's sends between GPUs of a cube mesh go through a third; the copies of others go over PCIe.
TEST(Router, PassesOneGpuOverNvlinksWhereItMay) {
  for (const char* name : {"dgx1-v100", "hcm8", "2x dgx1-v100"}) {
    Topology mesh = find_machine(name, COMMLAB_SOURCE_DIR "/sim/machines")->topology;
    const Topology plain = mesh;
    mesh.nvlink_relays = 7;  // all but the last of the first node
    Router router(mesh), without(plain);
    int relayed = 0, others = 0;
    for (NodeId from = 0; from < 8; ++from)
      for (NodeId to = 0; to < 8; ++to) {
        if (from == to) continue;
        const Route route = router.route(from, to).value(), before = without.route(from, to).value();
        if (mesh.links[static_cast<std::size_t>(before.front())].type == LinkType::nvlink ||
            route == before) {
          EXPECT_EQ(route, before);
          ++others;
          continue;
        }
        ++relayed;
        ASSERT_EQ(route.size(), 2u) << from << " to " << to;
        const Link &first = mesh.links[static_cast<std::size_t>(route[0])],
                   &second = mesh.links[static_cast<std::size_t>(route[1])];
        EXPECT_EQ(first.type, LinkType::nvlink);
        EXPECT_EQ(second.type, LinkType::nvlink);
        EXPECT_EQ(first.to, second.from);
        EXPECT_LT(first.to, mesh.nvlink_relays);
      }
    EXPECT_EQ(relayed, 24) << name;  // three of seven pairs of each GPU
    EXPECT_EQ(others, 32);
  }
}

// Its NIC is dead, and its PCIe switch leads nowhere else.
TEST(Router, PassesTheGpuBeforeItToANic) {
  Topology cluster = find_machine("2x dgx-h100", COMMLAB_SOURCE_DIR "/sim/machines")->topology;
  const std::vector<std::string> cut = {"node0.nic3"};
  cluster = damaged(cluster, {.cut = cut})->real;
  Router router(cluster);
  const auto passes = [&](NodeId from, NodeId to, std::string_view name) {
    const Route route = router.route(from, to).value_or(Route{});
    return std::ranges::any_of(route,
                               [&](LinkId id) { return cluster.nodes[cluster.links[id].to].name == name; });
  };
  EXPECT_TRUE(passes(3, 11, "gpu2"));
  EXPECT_TRUE(passes(3, 11, "node0.nic2"));
  EXPECT_TRUE(passes(11, 3, "node1.nic3"));
  EXPECT_FALSE(passes(4, 12, "gpu3"));
  EXPECT_FALSE(passes(3, 2, "node0.nic2")) << "within a node, NVLinks lead there";
}

}  // namespace
}  // namespace commlab
