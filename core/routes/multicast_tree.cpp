#include "core/routes/multicast_tree.h"

#include <algorithm>

#include "core/base/index.h"
#include "core/collective/contributions.h"

namespace commlab {
namespace {

constexpr LinkId no_link = -1;

// The widest links between a switch and every GPU, by GPU.
struct Spokes {
  std::vector<LinkId> up;
  std::vector<LinkId> down;
};

Spokes spokes_of(const Topology& topology, NodeId hub) {
  const auto gpus = index(topology.gpus);
  Spokes spokes{.up = std::vector(gpus, no_link), .down = std::vector(gpus, no_link)};
  const auto widen = [&](LinkId& known, LinkId id) {
    if (known == no_link || topology.links[id].bandwidth > topology.links[known].bandwidth) known = id;
  };
  for (LinkId id = 0; id < static_cast<LinkId>(topology.links.size()); ++id) {
    const Link& link = topology.links[id];
    if (link.to == hub && link.from < topology.gpus) widen(spokes.up[link.from], id);
    if (link.from == hub && link.to < topology.gpus) widen(spokes.down[link.to], id);
  }
  return spokes;
}

Time longest(const Topology& topology, const std::vector<LinkId>& links) {
  Time time;
  for (const LinkId id : links) time = std::max(time, topology.links[id].latency);
  return time;
}

}  // namespace

std::optional<MulticastTree> multicast_tree(const Topology& topology, std::span<const Rank> gpus) {
  for (const NodeId hub : switches_that_reduce(topology)) {
    const Spokes spokes = spokes_of(topology, hub);
    MulticastTree tree;
    for (const Rank gpu : gpus) {
      tree.up.push_back(spokes.up[gpu]);
      tree.down.push_back(spokes.down[gpu]);
    }
    if (std::ranges::count(tree.up, no_link) + std::ranges::count(tree.down, no_link) > 0) continue;
    tree.latency = longest(topology, tree.up) + longest(topology, tree.down);
    return tree;
  }
  return std::nullopt;
}

Status check_multicast(const Machine& machine, std::span<const Rank> gpus, CollectiveKind kind,
                       std::string_view algorithm) {
  if (multicast_tree(machine.topology, gpus)) return {};
  return fail(
      "{} has no switch that joins {} and can multicast and reduce, which {} {} needs; choose another "
      "algorithm, or a machine with such a switch, as switch:8,450GB/s,350ns,multicast",
      machine.name, ranks_to_text(std::vector<Rank>(gpus.begin(), gpus.end())), name_of(kind), algorithm);
}

}  // namespace commlab
