#include "core/wiring.h"

#include <fmt/format.h>

namespace commlab {
namespace {

constexpr Flow unlimited = Flow{1} << 110;

std::string names_of(const std::vector<Rank>& ranks, const Topology& topology) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t last = i;  // of a run of neighbours
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    const std::string& name = topology.nodes[ranks[i]].name;
    if (last - i < 2) {
      names.push_back(name);
      i += 1;
    } else {
      names.push_back(fmt::format("{}..{}", name, ranks[last]));
      i = last + 1;
    }
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Wiring wiring_of(const Topology& topology, int ranks, LinkChoice choice) {
  const auto takes_part = [&](NodeId node) {
    return node < ranks || topology.gpus_forward || topology.nodes[node].type != NodeType::gpu;
  };
  Wiring wiring{topology, ranks, {}};
  for (LinkId id = 0; id < static_cast<LinkId>(topology.links.size()); ++id) {
    const Link& link = topology.links[id];
    if (choice == LinkChoice::nvlink && link.type != LinkType::nvlink) continue;
    if (takes_part(link.from) && takes_part(link.to)) wiring.links.push_back(id);
  }
  return wiring;
}

std::string name_of(const Cut& cut, const Wiring& wiring) {
  std::vector<bool> is_inside(wiring.topology.nodes.size());
  for (const NodeId node : cut.inside) is_inside[node] = true;

  std::vector<LinkId> crossing;
  for (const LinkId id : wiring.links) {
    const Link& link = wiring.topology.links[id];
    const bool leaves = is_inside[link.from] && !is_inside[link.to];
    const bool enters = !is_inside[link.from] && is_inside[link.to];
    if (cut.way == Way::out ? leaves : enters) crossing.push_back(id);
  }
  if (crossing.size() == 1) return wiring.topology.link_name(crossing[0]);

  std::vector<Rank> inside, outside;
  for (Rank rank = 0; rank < wiring.ranks; ++rank) (is_inside[rank] ? inside : outside).push_back(rank);
  const bool name_inside = inside.size() <= outside.size();
  const bool is_out = (cut.way == Way::out) == name_inside;
  return fmt::format("{} {}", is_out ? "out of" : "into",
                     names_of(name_inside ? inside : outside, wiring.topology));
}

// Source and sink are two nodes beyond the topology's; ways in are ways out of the reversed graph.
CutFinder::CutFinder(const Wiring& wiring, Way way)
    : wiring_(wiring),
      way_(way),
      own_(wiring.ranks),
      network_(static_cast<int>(wiring.topology.nodes.size()) + 2) {
  for (const LinkId id : wiring.links) {
    const Link& link = wiring.topology.links[id];
    const NodeId from = way == Way::out ? link.from : link.to;
    const NodeId to = way == Way::out ? link.to : link.from;
    network_.add(from, to, link.bandwidth.bytes_per_second);
    if (from < wiring.ranks) own_[from] += link.bandwidth.bytes_per_second;
  }
  const int source = static_cast<int>(wiring.topology.nodes.size());
  for (Rank rank = 0; rank < wiring.ranks; ++rank) {
    from_source_.push_back(network_.add(source, rank, 0));
    to_sink_.push_back(network_.add(rank, source + 1, 0));
  }
}

Cut CutFinder::around(const std::vector<Rank>& group) {
  for (Rank rank = 0; rank < wiring_.ranks; ++rank) {
    network_.set_capacity(from_source_[rank], 0);
    network_.set_capacity(to_sink_[rank], unlimited);
  }
  for (const Rank rank : group) {
    network_.set_capacity(from_source_[rank], unlimited);
    network_.set_capacity(to_sink_[rank], 0);
  }
  const int nodes = static_cast<int>(wiring_.topology.nodes.size());
  Cut cut{way_, {}, network_.max_flow(nodes, nodes + 1)};
  for (NodeId node = 0; node < nodes; ++node)
    if (network_.on_source_side(node)) cut.inside.push_back(node);
  return cut;
}

Cut CutFinder::around_alone(Rank rank) const { return {way_, {rank}, own_[rank]}; }

}  // namespace commlab
