// Which links a message takes. Almost every route has one link (GPU to GPU) or two (over a
// switch), and these are found by looking at the links of both ends alone; a 65,536-GPU switch
// routes in milliseconds. The rest is a breadth-first search from the destination:
//
//   1. hops     how many links each node is from `to`       (fewest links)
//   2. widest   the best bottleneck among those shortest ways (widest bottleneck)
//   3. walk     from `from`, always the lowest link id that keeps both

#include "core/routes/router.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "core/base/index.h"

namespace commlab {
namespace {

using Route = std::vector<LinkId>;

// The links a route may take.
enum class Over : std::uint8_t {
  nvlink,
  inside,  // not the network of a cluster
  host,    // neither the network nor NVLink
  anything
};

struct Network {
  const Topology& topology;
  const std::vector<std::vector<LinkId>>& out;  // of each node, rising
  const std::vector<std::vector<LinkId>>& in;
  Over over;

  const Link& link(LinkId id) const { return topology.links[id]; }
  bool usable(LinkId id) const {
    const LinkType type = link(id).type;
    switch (over) {
      case Over::nvlink: return type == LinkType::nvlink;
      case Over::inside: return type != LinkType::network;
      case Over::host: return type != LinkType::network && type != LinkType::nvlink;
      case Over::anything: return true;
    }
    return true;
  }
  bool passable(NodeId node) const {
    const NodeType type = topology.nodes[node].type;
    if (type == NodeType::nic) return over == Over::anything;
    return topology.gpus_forward || type != NodeType::gpu;
  }
};

// Ids rise, and only a wider link replaces: among equally wide ones the lowest id stays.
std::optional<Route> one_link(const Network& network, NodeId from, NodeId to) {
  LinkId best = -1;
  for (const LinkId id : network.out[from]) {
    if (network.link(id).to != to || !network.usable(id)) continue;
    if (best < 0 || network.link(id).bandwidth > network.link(best).bandwidth) best = id;
  }
  if (best < 0) return std::nullopt;
  return Route{best};
}

std::optional<Route> two_links(const Network& network, NodeId from, NodeId to) {
  std::optional<Route> best;
  Bandwidth widest;
  for (const LinkId first : network.out[from]) {
    const NodeId middle = network.link(first).to;
    if (!network.usable(first) || !network.passable(middle)) continue;
    for (const LinkId second : network.in[to]) {
      if (network.link(second).from != middle || !network.usable(second)) continue;
      const Bandwidth bottleneck = std::min(network.link(first).bandwidth, network.link(second).bandwidth);
      if (best && bottleneck <= widest) continue;
      widest = bottleneck;
      best = Route{first, second};
    }
  }
  return best;
}

// The shortest ways from a node to the destination: their number of hops, and the widest bottleneck.
struct Onward {
  int hops;
  Bandwidth widest;
};

// The same for `from`, and for every node that is fewer links away from `to`.
std::unordered_map<NodeId, Onward> onward_from(const Network& network, NodeId from, NodeId to) {
  std::unordered_map<NodeId, Onward> onward = {{to, {0, {INT64_MAX}}}};
  std::vector<NodeId> level = {to};
  while (!level.empty() && !onward.contains(from)) {
    std::vector<NodeId> next;
    for (const NodeId node : level) {
      const Onward here = onward.at(node);
      for (const LinkId id : network.in[node]) {
        const NodeId before = network.link(id).from;
        if (!network.usable(id) || (before != from && !network.passable(before))) continue;
        const Bandwidth bottleneck = std::min(network.link(id).bandwidth, here.widest);
        const auto [entry, is_new] = onward.try_emplace(before, Onward{here.hops + 1, bottleneck});
        if (is_new) {
          next.push_back(before);
        } else if (entry->second.hops == here.hops + 1) {
          entry->second.widest = std::max(entry->second.widest, bottleneck);
        }
      }
    }
    level = std::move(next);
  }
  return onward;
}

std::optional<Route> any_length(const Network& network, NodeId from, NodeId to) {
  const std::unordered_map<NodeId, Onward> onward = onward_from(network, from, to);
  const auto start = onward.find(from);
  if (start == onward.end()) return std::nullopt;

  const Bandwidth widest = start->second.widest;
  const auto leads_on = [&](LinkId id, int hops_left) {
    const auto next = onward.find(network.link(id).to);
    return network.usable(id) && network.link(id).bandwidth >= widest && next != onward.end() &&
           next->second.hops == hops_left && next->second.widest >= widest;
  };
  // If several NICs are equally near, neighbouring GPUs use different ones.
  const auto step = [&](NodeId node, int hops_left, NodeId near_gpu) {
    std::vector<LinkId> ways;
    for (const LinkId id : network.out[node])
      if (leads_on(id, hops_left)) ways.push_back(id);
    const bool to_nic = network.topology.nodes[network.link(ways.front()).to].type == NodeType::nic;
    return ways[to_nic ? index(near_gpu) % ways.size() : 0];
  };
  Route route;
  NodeId node = from;
  bool across = false;  // the network
  for (int hops_left = start->second.hops - 1; hops_left >= 0; --hops_left) {
    const LinkId id = step(node, hops_left, across ? to : from);
    route.push_back(id);
    across |= network.link(id).type == LinkType::network;
    node = network.link(id).to;
  }
  return route;
}

std::optional<Route> shortest(const Network& network, NodeId from, NodeId to) {
  if (auto route = one_link(network, from, to)) return route;
  if (auto route = two_links(network, from, to)) return route;
  return any_length(network, from, to);
}

}  // namespace

Router::Router(const Topology& topology)
    : topology_(topology), out_(topology.nodes.size()), in_(topology.nodes.size()) {
  for (LinkId id = 0; id < static_cast<LinkId>(topology.links.size()); ++id) {
    out_[topology.links[id].from].push_back(id);
    in_[topology.links[id].to].push_back(id);
  }
}

Result<std::vector<LinkId>> Router::staged_route(NodeId from, NodeId to) const {
  const Network network{topology_, out_, in_, Over::host};
  std::optional<Route> best;
  for (NodeId node = 0; node < static_cast<NodeId>(topology_.nodes.size()); ++node) {
    if (topology_.nodes[node].type != NodeType::memory) continue;
    std::optional<Route> route = shortest(network, from, node);
    const std::optional<Route> second = shortest(network, node, to);
    if (!route || !second || (best && best->size() <= route->size() + second->size())) continue;
    route->insert(route->end(), second->begin(), second->end());
    best = std::move(route);
  }
  if (best) return *best;
  return fail("no route from {} to {} through host memory; expected a node of type memory joined to both",
              topology_.nodes[from].name, topology_.nodes[to].name);
}

Result<std::vector<LinkId>> Router::route(NodeId from, NodeId to) const {
  if (from == to) return Route{};
  if (topology_.staged && from < topology_.gpus && to < topology_.gpus) return staged_route(from, to);
  for (const Over over : {Over::nvlink, Over::inside, Over::anything})
    if (auto route = shortest({topology_, out_, in_, over}, from, to)) return *route;
  return fail("no route from {} to {}; expected links that join them without passing a GPU",
              topology_.nodes[from].name, topology_.nodes[to].name);
}

}  // namespace commlab
