#include "core/routes/multicast_tree.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/collective/contributions.h"
#include "core/routes/network_tree.h"

namespace commlab {
namespace {

constexpr LinkId no_link = -1;

// The switches that the GPU has a link to, and that reduce.
std::vector<NodeId> hubs_of(const Topology& topology, const Adjacency& adjacency, Rank gpu) {
  std::vector<NodeId> hubs;
  for (const LinkId id : adjacency.out(gpu))
    if (reduces(topology, topology.links[id].to)) hubs.push_back(topology.links[id].to);
  std::ranges::sort(hubs);
  return hubs;
}

// The widest links between a switch and each of some GPUs; no_link if there is none.
MulticastTree spokes_of(const Topology& topology, const Adjacency& adjacency, NodeId hub,
                        std::span<const Rank> gpus) {
  MulticastTree tree{.up = std::vector(gpus.size(), no_link), .down = std::vector(gpus.size(), no_link)};
  std::unordered_map<NodeId, std::size_t> place;
  for (std::size_t i = 0; i < gpus.size(); ++i) place.emplace(gpus[i], i);
  const auto widen = [&](std::vector<LinkId>& spokes, NodeId end, LinkId id) {
    const auto gpu = place.find(end);
    if (gpu == place.end()) return;
    LinkId& known = spokes[gpu->second];
    if (known == no_link || topology.links[id].bandwidth > topology.links[known].bandwidth) known = id;
  };
  for (const LinkId id : adjacency.in(hub)) widen(tree.up, topology.links[id].from, id);
  for (const LinkId id : adjacency.out(hub)) widen(tree.down, topology.links[id].to, id);
  return tree;
}

Time longest(const Topology& topology, const std::vector<LinkId>& links) {
  Time time;
  for (const LinkId id : links) time = std::max(time, topology.links[id].latency);
  return time;
}

// Whether no two of them share a node.
bool are_on_different_nodes(const Topology& topology, std::span<const Rank> gpus) {
  std::set<Rank> nodes;
  for (const Rank gpu : gpus)
    if (topology.per_node > 0) nodes.insert(gpu / topology.per_node);
  return gpus.size() > 1 && nodes.size() == gpus.size();
}

}  // namespace

std::optional<MulticastTree> multicast_tree(const Topology& topology, const Adjacency& adjacency,
                                            std::span<const Rank> gpus) {
  if (gpus.empty()) return std::nullopt;
  for (const NodeId hub : hubs_of(topology, adjacency, gpus.front())) {
    MulticastTree tree = spokes_of(topology, adjacency, hub, gpus);
    if (std::ranges::count(tree.up, no_link) + std::ranges::count(tree.down, no_link) > 0) continue;
    tree.latency = longest(topology, tree.up) + longest(topology, tree.down);
    return tree;
  }
  return std::nullopt;
}

Status check_multicast(const Machine& machine, const Adjacency& adjacency, std::span<const Rank> gpus,
                       CollectiveKind kind, std::string_view algorithm) {
  if (multicast_tree(machine.topology, adjacency, gpus)) return {};
  if (machine.topology.sharp && NetworkTrees(machine.topology).join(gpus)) return {};
  if (are_on_different_nodes(machine.topology, gpus))
    return fail(
        "the network of {} joins {}, but its switches do not reduce, which {} {} needs; choose another "
        "algorithm, or a network with SHARP, as in \"2x dgx-h100,sharp\"",
        machine.name, ranks_to_text(std::vector<Rank>(gpus.begin(), gpus.end())), name_of(kind), algorithm);
  return fail(
      "{} has no switch that joins {} and can multicast and reduce, which {} {} needs; choose another "
      "algorithm, or a machine with such a switch, as switch:8,450GB/s,350ns,multicast",
      machine.name, ranks_to_text(std::vector<Rank>(gpus.begin(), gpus.end())), name_of(kind), algorithm);
}

}  // namespace commlab
