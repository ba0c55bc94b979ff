#include "core/machine/bus_order.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "core/base/index.h"

namespace commlab {

BusOrder::BusOrder(const Topology& topology) : topology_(topology), above_(topology.nodes.size()) {
  const auto type = [&](NodeId node) { return topology.nodes[index(node)].type; };
  for (const Link& link : topology.links)
    if (link.type == LinkType::pcie && (type(link.to) == NodeType::pcie_switch || is_cpu(link.to)))
      above_[index(link.from)].push_back(link.to);
  for (std::vector<NodeId>& nodes : above_)
    std::ranges::sort(nodes, {}, [&](NodeId node) { return in_name_order(topology.nodes[index(node)]); });
}

bool BusOrder::is_cpu(NodeId node) const { return topology_.nodes[index(node)].type == NodeType::cpu; }

BusOrder::Place BusOrder::place_of(NodeId gpu) const {
  std::vector<NodeId> reached = {gpu};
  std::vector<std::size_t> from = {0};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (is_cpu(reached[i])) return way_down(reached, from, i);
    for (const NodeId node : above_[index(reached[i])]) {
      if (std::ranges::find(reached, node) != reached.end()) continue;
      reached.push_back(node);
      from.push_back(i);
    }
  }
  return way_down(reached, from, reached.size() - 1);
}

BusOrder::Place BusOrder::way_down(const std::vector<NodeId>& reached, const std::vector<std::size_t>& from,
                                   std::size_t at) const {
  Place place;
  for (; at != 0; at = from[at]) place.push_back(in_name_order(topology_.nodes[index(reached[at])]));
  return place;
}

std::vector<NodeId> BusOrder::of(NodeId first, int gpus) const {
  assert(first + gpus <= topology_.gpus);
  std::vector<Place> places;
  for (NodeId gpu = first; gpu < first + gpus; ++gpu) {
    places.push_back(place_of(gpu));
    places.back().push_back(in_name_order(topology_.nodes[index(gpu)]));
  }
  std::vector<NodeId> order(index(gpus));
  std::iota(order.begin(), order.end(), first);
  std::ranges::stable_sort(order, {}, [&](NodeId gpu) -> const Place& { return places[index(gpu - first)]; });
  return order;
}

std::vector<NodeId> bus_order(const Topology& topology, int gpus) { return BusOrder(topology).of(0, gpus); }

}  // namespace commlab
