#include "core/bounds/cuts.h"

#include <fmt/format.h>
#include <cassert>

namespace commlab {
namespace {

constexpr Flow unlimited = Flow{1} << 110;

std::string names_of(const std::vector<Rank>& ranks, const Topology& topology) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t last = i;  // the last of consecutive ranks
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

Fabric fabric_of(const Topology& topology, int ranks, LinkChoice choice) {
  const auto takes_part = [&](NodeId node) {
    return node < ranks || topology.gpus_forward || topology.nodes[node].type != NodeType::gpu;
  };
  Fabric fabric{topology, ranks, {}};
  for (LinkId id = 0; id < static_cast<LinkId>(topology.links.size()); ++id) {
    const Link& link = topology.links[id];
    if (choice == LinkChoice::nvlink && link.type != LinkType::nvlink) continue;
    if (takes_part(link.from) && takes_part(link.to)) fabric.links.push_back(id);
  }
  return fabric;
}

Bottleneck bottleneck_at(const Cut& cut, const Fabric& fabric) {
  std::vector<bool> is_inside(fabric.topology.nodes.size());
  for (const NodeId node : cut.inside) is_inside[node] = true;

  std::vector<LinkId> crossing;
  for (const LinkId id : fabric.links) {
    const Link& link = fabric.topology.links[id];
    const bool leaves = is_inside[link.from] && !is_inside[link.to];
    const bool enters = !is_inside[link.from] && is_inside[link.to];
    if (cut.way == Way::out ? leaves : enters) crossing.push_back(id);
  }
  if (crossing.size() == 1)
    return {.kind = Bottleneck::Kind::link, .place = fabric.topology.link_name(crossing[0])};

  std::vector<Rank> inside, outside;
  for (Rank rank = 0; rank < fabric.ranks; ++rank) (is_inside[rank] ? inside : outside).push_back(rank);
  const bool name_inside = inside.size() <= outside.size();
  const bool is_out = (cut.way == Way::out) == name_inside;
  return {.kind = Bottleneck::Kind::links,
          .place = fmt::format("{} {}", is_out ? "out of" : "into",
                               names_of(name_inside ? inside : outside, fabric.topology))};
}

// Source and sink are two nodes after those of the topology. Way::in is Way::out in the reversed graph.
CutFinder::CutFinder(const Fabric& fabric, Way way)
    : fabric_(fabric),
      way_(way),
      own_(fabric.ranks),
      network_(static_cast<int>(fabric.topology.nodes.size()) + 2) {
  for (const LinkId id : fabric.links) {
    const auto [from, to] = ends_of(id);
    const Flow bandwidth = fabric.topology.links[id].bandwidth.bytes_per_second;
    link_arcs_.push_back(network_.add(from, to, bandwidth));
    if (from < fabric.ranks) own_[from] += bandwidth;
  }
  for (Rank rank = 0; rank < fabric.ranks; ++rank) {
    from_source_.push_back(network_.add(source(), rank, 0));
    to_sink_.push_back(network_.add(rank, sink(), 0));
  }
}

Cut CutFinder::around(const std::vector<Rank>& group) {
  assert(!group.empty() && group.size() < own_.size() && "neither empty nor everyone");
  set_ends(0, unlimited);
  for (const Rank rank : group) {
    network_.set_capacity(from_source_[rank], unlimited);
    network_.set_capacity(to_sink_[rank], 0);
  }
  return narrowest();
}

Cut CutFinder::between(Rank from, Rank to) {
  set_ends(0, 0);
  network_.set_capacity(from_source_[from], unlimited);
  network_.set_capacity(to_sink_[to], unlimited);
  return narrowest();
}

// To stay with whole numbers, each rank offers `capacity`, and each link takes `units` times its
// bandwidth. If not everything arrives, the narrowest cut has too many ranks inside.
std::optional<Cut> CutFinder::fuller_than(Flow units, Flow capacity, Rank to) {
  set_ends(capacity, 0);
  network_.set_capacity(to_sink_[to], unlimited);
  scale_links(units);
  const Cut cut = narrowest();
  scale_links(1);
  const bool all_arrives = cut.inside.empty();
  return all_arrives ? std::nullopt : std::optional(cut);
}

Cut CutFinder::around_alone(Rank rank) const { return {way_, {rank}, own_[rank]}; }

std::pair<NodeId, NodeId> CutFinder::ends_of(LinkId id) const {
  const Link& link = fabric_.topology.links[id];
  return way_ == Way::out ? std::pair(link.from, link.to) : std::pair(link.to, link.from);
}

void CutFinder::set_ends(Flow from_source, Flow to_sink) {
  for (const int arc : from_source_) network_.set_capacity(arc, from_source);
  for (const int arc : to_sink_) network_.set_capacity(arc, to_sink);
}

void CutFinder::scale_links(Flow factor) {
  for (std::size_t i = 0; i < link_arcs_.size(); ++i) {
    const Link& link = fabric_.topology.links[fabric_.links[i]];
    network_.set_capacity(link_arcs_[i], factor * link.bandwidth.bytes_per_second);
  }
}

// The source's side of the narrowest cut, and the capacity of the links that leave it.
Cut CutFinder::narrowest() {
  network_.max_flow(source(), sink());
  Cut cut{way_, {}, 0};
  for (NodeId node = 0; node < source(); ++node)
    if (network_.on_source_side(node)) cut.inside.push_back(node);
  for (const LinkId id : fabric_.links) {
    const auto [from, to] = ends_of(id);
    const bool crosses = network_.on_source_side(from) && !network_.on_source_side(to);
    if (crosses) cut.capacity += fabric_.topology.links[id].bandwidth.bytes_per_second;
  }
  return cut;
}

}  // namespace commlab
