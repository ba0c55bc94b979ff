#include "gui/window/run/emphasis.h"

#include <algorithm>
#include <string_view>

#include "core/machine/link_name.h"

namespace commlab {
namespace {

void add_link(Emphasis& emphasis, const Topology& topology, std::string_view name) {
  const Result<LinkEnds> ends = parse_link_words(topology, name);
  if (!ends) return;
  for (const LinkId link : links_between(topology, *ends)) emphasis.links[link] = true;
}

// Whether a path of links that do not stand out leads from `from` to `to`.
bool leads_round(const Topology& topology, const Emphasis& emphasis, NodeId from, NodeId to) {
  std::vector<bool> seen(topology.nodes.size(), false);
  std::vector<NodeId> next = {from};
  seen[from] = true;
  while (!next.empty()) {
    const NodeId node = next.back();
    next.pop_back();
    if (node == to) return true;
    for (std::size_t link = 0; link < topology.links.size(); ++link) {
      const Link& way = topology.links[link];
      if (way.from != node || emphasis.links[link] || seen[way.to]) continue;
      seen[way.to] = true;
      next.push_back(way.to);
    }
  }
  return false;
}

bool cuts(const Topology& topology, const Emphasis& emphasis) {
  bool any = false;
  for (std::size_t link = 0; link < topology.links.size(); ++link) {
    if (!emphasis.links[link]) continue;
    any = true;
    if (leads_round(topology, emphasis, topology.links[link].from, topology.links[link].to)) return false;
  }
  return any;
}

}  // namespace

Emphasis emphasis_of(const Topology& topology, const std::vector<std::string>& names) {
  Emphasis emphasis{.nodes = std::vector<bool>(topology.nodes.size(), false),
                    .links = std::vector<bool>(topology.links.size(), false)};
  for (const std::string_view name : names) {
    if (says_link(name))
      add_link(emphasis, topology, name);
    else if (const Result<NodeId> node = topology.find(name))
      emphasis.nodes[*node] = true;
  }
  const bool any = std::ranges::count(emphasis.nodes, true) + std::ranges::count(emphasis.links, true) > 0;
  if (!any) return {};
  emphasis.is_cut = cuts(topology, emphasis);
  return emphasis;
}

}  // namespace commlab
