#include "core/machine/cluster.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/base/index.h"
#include "core/base/numbers.h"

namespace commlab {
namespace {

constexpr Time switch_to_switch = nanoseconds(300);  // latency of a cable and a port; assumed
constexpr std::string_view nic_example = "as in 400G or 50GB/s";

bool is_nic(const Node& node) { return node.type == NodeType::nic; }

std::vector<NodeId> nics_of(const Topology& topology) {
  std::vector<NodeId> nics;
  for (NodeId node = 0; node < static_cast<NodeId>(topology.nodes.size()); ++node)
    if (is_nic(topology.nodes[node])) nics.push_back(node);
  return nics;
}

// The node with only `wanted` of its NICs: each group of neighbouring NICs becomes its first NIC, which
// takes over the links of the whole group.
Topology with_fewer_nics(const Topology& whole, const std::vector<NodeId>& nics, int wanted) {
  std::vector<NodeId> stands_for(whole.nodes.size());
  for (NodeId node = 0; node < static_cast<NodeId>(whole.nodes.size()); ++node) stands_for[node] = node;
  const std::size_t all = nics.size();
  const auto group = [&](std::size_t i) { return i * index(wanted) / all; };
  for (std::size_t i = 1; i < all; ++i)
    if (group(i) == group(i - 1)) stands_for[nics[i]] = stands_for[nics[i - 1]];

  Topology topology;
  topology.gpus_forward = whole.gpus_forward;
  std::vector<NodeId> place(whole.nodes.size());
  int kept = 0;
  for (NodeId node = 0; node < static_cast<NodeId>(whole.nodes.size()); ++node) {
    if (stands_for[node] != node) continue;
    const bool renamed = is_nic(whole.nodes[node]);
    place[node] =
        topology.add(renamed ? fmt::format("nic{}", kept++) : whole.nodes[node].name, whole.nodes[node].type);
  }
  std::set<std::tuple<NodeId, NodeId, LinkType>> joined;
  for (Link link : whole.links) {
    const bool moved = stands_for[link.from] != link.from || stands_for[link.to] != link.to;
    link.from = place[stands_for[link.from]];
    link.to = place[stands_for[link.to]];
    if (link.from == link.to) continue;
    if (!joined.emplace(link.from, link.to, link.type).second && moved) continue;
    topology.links.push_back(link);
  }
  return topology;
}

// The widest link for which `chosen` is true; 0 if there is none.
template <class Chosen>
Bandwidth widest_link(const Topology& topology, Chosen chosen) {
  Bandwidth widest{};
  for (const Link& link : topology.links)
    if (chosen(link)) widest = std::max(widest, link.bandwidth);
  return widest;
}

// If the node has hosts, the NICs are joined evenly to them, in slots like those of the GPUs. Else the GPUs
// are divided into `nics` equal shares, and NIC i is joined to the GPUs of share i.
Topology with_new_nics(Topology topology, int nics, Bandwidth bandwidth) {
  std::vector<NodeId> hosts;
  for (NodeId node = 0; node < static_cast<NodeId>(topology.nodes.size()); ++node)
    if (topology.nodes[node].type == NodeType::cpu || topology.nodes[node].type == NodeType::memory)
      hosts.push_back(node);
  const auto share = [](std::int64_t i, std::int64_t of, std::int64_t shares) { return i * shares / of; };
  const Bandwidth slot_of_gpus = widest_link(
      topology, [&](const Link& link) { return link.type == LinkType::pcie && link.from < topology.gpus; });
  const NodeId first = static_cast<NodeId>(topology.nodes.size());
  for (int i = 0; i < nics; ++i) topology.add(fmt::format("nic{}", i), NodeType::nic);
  for (int i = 0; i < nics && !hosts.empty(); ++i)
    topology.connect(first + i, hosts[share(i, nics, static_cast<std::int64_t>(hosts.size()))],
                     LinkType::pcie, std::max(bandwidth, slot_of_gpus), {});
  for (NodeId gpu = 0; gpu < topology.gpus && hosts.empty(); ++gpu)
    topology.connect(gpu, first + static_cast<NodeId>(share(gpu, topology.gpus, nics)), LinkType::pcie,
                     bandwidth, {});
  return topology;
}

Result<Topology> node_with_nics(const Machine& node, const Interconnect& network) {
  const std::vector<NodeId> nics = nics_of(node.topology);
  const int own = static_cast<int>(nics.size());
  const int most = own > 0 ? own : node.topology.gpus;
  const int wanted = network.nics_per_node == 0 ? most : network.nics_per_node;
  if (wanted > most)
    return fail("nics_per_node = {}, but {} has {} {}; expected at most {}", wanted, node.name, most,
                own > 0 ? "NICs" : "GPUs to join them to", most);
  if (own == 0) return with_new_nics(node.topology, wanted, network.nic);
  return wanted == own ? node.topology : with_fewer_nics(node.topology, nics, wanted);
}

// Node k has the GPUs k*g ... (k+1)*g-1; its other parts have names like "node3.nvswitch".
class Copies {
 public:
  Copies(const Topology& node, int nodes) : node_(node), nodes_(nodes) {}

  Topology side_by_side() const {
    Topology all;
    all.gpus_forward = node_.gpus_forward;
    all.per_node = node_.gpus;
    for (int gpu = 0; gpu < nodes_ * node_.gpus; ++gpu) all.add(fmt::format("gpu{}", gpu), NodeType::gpu);
    for (int copy = 0; copy < nodes_; ++copy)
      for (NodeId id = node_.gpus; id < static_cast<NodeId>(node_.nodes.size()); ++id)
        all.add(fmt::format("node{}.{}", copy, node_.nodes[id].name), node_.nodes[id].type);
    for (int copy = 0; copy < nodes_; ++copy) {
      for (Link link : node_.links) {
        link.from = place(copy, link.from);
        link.to = place(copy, link.to);
        all.links.push_back(link);
      }
    }
    return all;
  }

  NodeId place(int copy, NodeId id) const {
    if (id < node_.gpus) return copy * node_.gpus + id;
    const int others = static_cast<int>(node_.nodes.size()) - node_.gpus;
    return nodes_ * node_.gpus + copy * others + (id - node_.gpus);
  }

 private:
  const Topology& node_;
  int nodes_;
};

// Leaf switches above the NICs, and a spine above the leaves if there are several leaves.
void add_switches(Topology& all, const Copies& copies, int nodes, const std::vector<NodeId>& nics,
                  const Interconnect& network) {
  const int per_leaf = network.nodes_per_leaf == 0 ? nodes : network.nodes_per_leaf;
  const int groups = (nodes + per_leaf - 1) / per_leaf;
  const int rails = network.rails ? static_cast<int>(nics.size()) : 1;
  const NodeId first_leaf = static_cast<NodeId>(all.nodes.size());
  std::vector<int> below(index(groups) * rails);  // NICs of each leaf
  for (int group = 0; group < groups; ++group)
    for (int rail = 0; rail < rails; ++rail) {
      const std::string name = groups == 1  ? rails == 1 ? "leaf" : fmt::format("rail{}", rail)
                                : rails == 1 ? fmt::format("leaf{}", group)
                                            : fmt::format("leaf{}.rail{}", group, rail);
      all.add(name, NodeType::network_switch);
    }

  const Time to_leaf = {network.latency.ps / 2};
  for (int node = 0; node < nodes; ++node)
    for (int i = 0; i < static_cast<int>(nics.size()); ++i) {
      const int leaf = node / per_leaf * rails + (network.rails ? i : 0);
      ++below[leaf];
      all.connect(copies.place(node, nics[i]), first_leaf + leaf, LinkType::network, network.nic, to_leaf);
    }

  if (below.size() == 1) return;
  const NodeId spine = all.add("spine", NodeType::network_switch);
  for (int leaf = 0; leaf < static_cast<int>(below.size()); ++leaf) {
    const bool whole = below[leaf] % network.oversubscription == 0;
    const int lanes = whole ? below[leaf] / network.oversubscription : 1;
    const __int128 up =
        static_cast<__int128>(below[leaf]) * network.nic.bytes_per_second / network.oversubscription;
    const auto bandwidth = static_cast<std::int64_t>(std::clamp<__int128>(up, 1, INT64_MAX));
    all.connect(first_leaf + leaf, spine, LinkType::network, {bandwidth}, switch_to_switch, lanes);
  }
}

std::string counted_nodes(int nodes) { return nodes == 1 ? "1 node" : fmt::format("{} nodes", nodes); }

std::string describe(const Interconnect& network, const Topology& node) {
  const std::size_t nics = nics_of(node).size();
  std::string text = fmt::format("{} NIC{} of {} each", nics, nics == 1 ? "" : "s", to_text(network.nic));
  const Bandwidth slot = widest_link(node, [&](const Link& link) { return is_nic(node.nodes[link.to]); });
  // A slot is a little narrower than the NIC that is sold for it.
  if (slot.bytes_per_second < network.nic.bytes_per_second / 10 * 9)
    text += fmt::format(", which PCIe narrows to {}", to_text(slot));
  if (network.rails) text += ", a switch per rail";
  if (network.nodes_per_leaf > 0)
    text += fmt::format(", {} per leaf switch", counted_nodes(network.nodes_per_leaf));
  if (network.oversubscription > 1) text += fmt::format(", {}:1 oversubscribed", network.oversubscription);
  if (network.sharp) text += ", switches that reduce (SHARP)";
  return text;
}

Interconnect filled(Interconnect network, const Interconnect& of_node) {
  if (network.nic == Bandwidth{}) network.nic = of_node.nic;
  if (network.nics_per_node == 0) network.nics_per_node = of_node.nics_per_node;
  network.behind_host |= of_node.behind_host;
  network.sharp |= of_node.sharp;
  return network;
}

Status check(const Machine& node, int nodes, const Interconnect& network) {
  if (node.topology.per_node > 0) return fail("{} is itself a cluster; expected a single node", node.name);
  if (nodes < 1 || std::int64_t{nodes} * node.topology.gpus > most_gpus)
    return fail("{} nodes of {} GPUs; expected 1 to {} GPUs in all", nodes, node.topology.gpus, most_gpus);
  if (network.nic == Bandwidth{})
    return fail("{} does not give the rate of its NICs; give it with --nic 400G, or with nic under [network]",
                node.name);
  const bool one_leaf = !network.rails && (network.nodes_per_leaf == 0 || network.nodes_per_leaf >= nodes);
  if (network.oversubscription > 1 && one_leaf)
    return fail(
        "oversubscription = {} needs links above a leaf switch, but a single switch joins all nodes; set "
        "rails = true, or nodes_per_leaf below {}",
        network.oversubscription, nodes);
  return {};
}

// Leaf switches, and the links to them, come on top: no more than NICs.
Status check_size(const Topology& one, int nodes) {
  const std::int64_t of_one = std::ssize(one.nodes), links_of_one = std::ssize(one.links);
  const std::int64_t most =
      std::min(most_nodes / of_one, most_links / std::max<std::int64_t>(1, links_of_one));
  if (nodes <= most) return {};
  return fail("{} nodes, each of {} GPUs, switches and NICs and {} links; expected at most {} of them",
              with_commas(nodes), with_commas(of_one), with_commas(links_of_one), with_commas(most));
}

}  // namespace

Result<Bandwidth> parse_nic(std::string_view text) {
  const std::string_view number = text.substr(0, text.find('G'));
  if (const auto gigabits = parse_number<std::int64_t>(number);
      gigabits && text.substr(number.size()) == "G") {
    if (*gigabits < 1 || *gigabits > 100'000)
      return fail("NIC '{}' is out of range; expected 1G to 100000G", text);
    return nic_sold_as(*gigabits * 1000);
  }
  const Result<Bandwidth> bandwidth = parse_bandwidth(text);
  if (!bandwidth || bandwidth->bytes_per_second == 0)
    return fail("NIC '{}' has no rate; expected one, {}", text, nic_example);
  if (*bandwidth > GBps(12'500)) return fail("NIC '{}' is out of range; expected at most 12500GB/s", text);
  return bandwidth;
}

Result<Machine> cluster_of(const Machine& node, int nodes, const Interconnect& asked) {
  const Interconnect network = filled(asked, node.network);
  if (const Status sound = check(node, nodes, network); !sound) return tl::unexpected(sound.error());
  const Result<Topology> one = node_with_nics(node, network);
  if (!one) return tl::unexpected(one.error());

  if (const Status fits = check_size(*one, nodes); !fits) return tl::unexpected(fits.error());

  const std::vector<NodeId> nics = nics_of(*one);
  const std::int64_t all_nics = nodes * static_cast<std::int64_t>(nics.size());
  if (network.nic.bytes_per_second > INT64_MAX / all_nics)
    return fail("{} NICs of {} have too high a rate in total; expected fewer or slower NICs", all_nics,
                to_text(network.nic));
  const Copies copies(*one, nodes);
  Machine cluster = node;
  cluster.network = {};
  cluster.tempo = {};
  cluster.provenance = {};
  if (cluster.nccl) cluster.nccl->behind_host = network.behind_host;
  cluster.name = fmt::format("{}x {}", nodes, node.name);
  cluster.title = fmt::format("{} of {}; {}", counted_nodes(nodes), node.name, describe(network, *one));
  cluster.sources.push_back(fmt::format("network: {}, as written; latency {} from NIC to NIC: assumed.",
                                        describe(network, *one), to_text(network.latency)));
  cluster.topology = copies.side_by_side();
  cluster.topology.multicast = node.topology.multicast;  // among the GPUs of a node
  cluster.topology.sharp = network.sharp;
  add_switches(cluster.topology, copies, nodes, nics, network);
  return cluster;
}

}  // namespace commlab
