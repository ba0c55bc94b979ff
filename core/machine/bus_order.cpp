#include "core/machine/bus_order.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "core/base/index.h"

namespace commlab {
namespace {

using Place = std::vector<InNameOrder>;  // the CPU or the highest switch, and the switches down to the GPU

// The ways up from each GPU over PCIe.
class Bus {
 public:
  explicit Bus(const Topology& topology) : topology_(topology), above_(topology.nodes.size()) {
    for (const Link& link : topology.links)
      if (link.type == LinkType::pcie && (type(link.to) == NodeType::pcie_switch || is_cpu(link.to)))
        above_[index(link.from)].push_back(link.to);
    for (std::vector<NodeId>& nodes : above_)
      std::ranges::sort(nodes, {}, [&](NodeId node) { return in_name_order(topology.nodes[index(node)]); });
  }

  // Empty if nothing is above it.
  Place place_of(NodeId gpu) const {
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

 private:
  NodeType type(NodeId node) const { return topology_.nodes[index(node)].type; }
  bool is_cpu(NodeId node) const { return type(node) == NodeType::cpu; }

  Place way_down(const std::vector<NodeId>& reached, const std::vector<std::size_t>& from,
                 std::size_t at) const {
    Place place;
    for (; at != 0; at = from[at]) place.push_back(in_name_order(topology_.nodes[index(reached[at])]));
    return place;
  }

  const Topology& topology_;
  std::vector<std::vector<NodeId>> above_;  // per node: CPUs and switches to which it has a link
};

}  // namespace

std::vector<NodeId> bus_order(const Topology& topology, int gpus) {
  assert(gpus <= topology.gpus);
  const Bus bus(topology);
  std::vector<Place> places;
  for (NodeId gpu = 0; gpu < gpus; ++gpu) places.push_back(bus.place_of(gpu));
  std::vector<NodeId> order(index(gpus));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](NodeId gpu) -> const Place& { return places[index(gpu)]; });
  return order;
}

}  // namespace commlab
