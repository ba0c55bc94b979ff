#include "core/routes/router.h"

#include <optional>

namespace commlab {

using Route = std::vector<LinkId>;

namespace {

bool are_in_two_nodes(const Topology& topology, NodeId from, NodeId to) {
  return topology.per_node > 0 && from < topology.gpus && to < topology.gpus &&
         from / topology.per_node != to / topology.per_node;
}

}  // namespace

Router::Router(const Topology& topology)
    : topology_(topology), adjacency_(topology), search_(topology, adjacency_) {}

Result<Route> Router::staged_route(NodeId from, NodeId to) {
  std::optional<Route> best;
  for (NodeId node = 0; node < static_cast<NodeId>(topology_.nodes.size()); ++node) {
    if (topology_.nodes[node].type != NodeType::memory) continue;
    std::optional<Route> route = search_.shortest(from, node, Over::host);
    const std::optional<Route> second = search_.shortest(node, to, Over::host);
    if (!route || !second || (best && best->size() <= route->size() + second->size())) continue;
    route->insert(route->end(), second->begin(), second->end());
    best = std::move(route);
  }
  if (best) return *best;
  return fail("no route from {} to {} through host memory; expected a node of type memory joined to both",
              topology_.nodes[from].name, topology_.nodes[to].name);
}

Result<Route> Router::route(NodeId from, NodeId to) {
  if (from == to) return Route{};
  if (topology_.staged && from < topology_.gpus && to < topology_.gpus) return staged_route(from, to);
  if (auto route = search_.shortest(from, to, Over::nvlink)) return *route;
  if (topology_.nvlink_relays > 0)
    if (auto route = search_.shortest(from, to, Over::nvlink_relays); route && route->size() == 2)
      return *route;
  for (const Over over : {Over::inside, Over::anything})
    if (auto route = search_.shortest(from, to, over)) return *route;
  if (are_in_two_nodes(topology_, from, to))
    if (auto route = search_.shortest(from, to, Over::relays)) return *route;
  return fail("no route from {} to {}; expected links that join them without passing a GPU",
              topology_.nodes[from].name, topology_.nodes[to].name);
}

}  // namespace commlab
