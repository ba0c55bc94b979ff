#include "core/routes/way_search.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/index.h"

namespace commlab {

WaySearch::WaySearch(const Topology& topology, const Adjacency& adjacency)
    : topology_(topology), adjacency_(adjacency), onward_(topology.nodes.size()) {
  for (Side* side : {&near_from_, &near_to_}) {
    side->stamp.resize(topology.nodes.size());
    side->hops.resize(topology.nodes.size());
  }
}

std::optional<std::vector<LinkId>> WaySearch::shortest(NodeId from, NodeId to, Over over) {
  begin(from, to, over);
  if (!meet()) return std::nullopt;
  find_between();
  return walk();
}

bool WaySearch::usable(LinkId id) const {
  const LinkType type = link(id).type;
  switch (over_) {
    case Over::nvlink:
    case Over::nvlink_relays: return type == LinkType::nvlink;
    case Over::inside: return type != LinkType::network;
    case Over::host: return type != LinkType::network && type != LinkType::nvlink;
    case Over::anything:
    case Over::relays: return true;
  }
  return true;
}

bool WaySearch::passable(NodeId node) const {
  const NodeType type = topology_.nodes[node].type;
  if (type == NodeType::nic) return over_ == Over::anything || over_ == Over::relays;
  if (over_ == Over::nvlink_relays && node < topology_.nvlink_relays) return true;
  return topology_.gpus_forward || over_ == Over::relays || type != NodeType::gpu;
}

void WaySearch::begin(NodeId from, NodeId to, Over over) {
  from_ = from;
  to_ = to;
  over_ = over;
  ++search_;
  steps_.clear();
  for (Side* side : {&near_from_, &near_to_}) {
    side->reached.clear();
    side->level = side->links = 0;
  }
  reach_from(from, 0);
  reach_to(to, 0);
  onward_[to] = {.stamp = search_, .widest = {INT64_MAX}};
}

void WaySearch::reach_from(NodeId node, std::int32_t hops) {
  near_from_.stamp[node] = search_;
  near_from_.hops[node] = hops;
  near_from_.reached.push_back(node);
  near_from_.links += adjacency_.out(node).size();
}

void WaySearch::reach_to(NodeId node, std::int32_t hops) {
  near_to_.stamp[node] = search_;
  near_to_.hops[node] = hops;
  near_to_.reached.push_back(node);
  near_to_.links += adjacency_.in(node).size();
}

// The side with fewer links ahead grows by a level, until the two meet or one has no way on.
bool WaySearch::meet() {
  while (near_from_.has_way_on() && near_to_.has_way_on())
    if (near_from_.links <= near_to_.links ? grow_from() : grow_to()) return true;
  return false;
}

bool WaySearch::grow_from() {
  bool met = false;
  near_from_.links = 0;
  for (const std::size_t end = near_from_.reached.size(); near_from_.level < end; ++near_from_.level) {
    const NodeId node = near_from_.reached[near_from_.level];
    for (const LinkId id : adjacency_.out(node)) {
      const NodeId next = link(id).to;
      if (!usable(id) || is_reached(near_from_, next) || (next != to_ && !passable(next))) continue;
      reach_from(next, near_from_.hops[node] + 1);
      met |= is_reached(near_to_, next);
    }
  }
  return met;
}

bool WaySearch::grow_to() {
  bool met = false;
  near_to_.links = 0;
  for (const std::size_t end = near_to_.reached.size(); near_to_.level < end; ++near_to_.level) {
    const NodeId node = near_to_.reached[near_to_.level];
    const std::int32_t hops = near_to_.hops[node] + 1;
    for (const LinkId id : adjacency_.in(node)) {
      const NodeId before = link(id).from;
      if (!usable(id) || (before != from_ && !passable(before))) continue;
      if (!is_reached(near_to_, before)) reach_to(before, hops);
      if (near_to_.hops[before] == hops) add_step(before, id);
      met |= is_reached(near_from_, before);
    }
  }
  return met;
}

// A shortest way from the node begins with this link. REQUIRES: the node at its end is known.
void WaySearch::add_step(NodeId node, LinkId id) {
  const Onward& next = onward_[link(id).to];
  Onward& here = onward_[node];
  if (!is_known(node)) here = {.stamp = search_, .hops = next.hops + 1};
  here.widest = std::max(here.widest, std::min(told_rate(link(id)), next.widest));
  steps_.push_back({id, here.first_step});
  here.first_step = static_cast<std::int32_t>(steps_.size()) - 1;
}

// From the nodes where the two sides met, back to `from`. The last level of nodes near `from` leads on only
// where it met the other side, and there the steps are known.
void WaySearch::find_between() {
  for (std::size_t i = near_from_.level; i-- > 0;) {
    const NodeId node = near_from_.reached[i];
    if (is_known(node)) continue;
    const std::int32_t hops = near_from_.hops[node];
    for (const LinkId id : adjacency_.out(node)) {
      const NodeId next = link(id).to;
      const bool further = is_reached(near_from_, next) && near_from_.hops[next] == hops + 1;
      if (usable(id) && further && is_known(next)) add_step(node, id);
    }
  }
}

// Whether a way over `a` is taken before one over `b`, if both are equally good. The order in which a machine
// lists its links and nodes does not decide: all nodes have names, and GPUs come first.
bool WaySearch::goes_before(LinkId a, LinkId b) const {
  const auto key = [&](LinkId id) {
    const Link& l = link(id);
    return std::tuple(l.to >= topology_.gpus, in_name_order(topology_.nodes[index(l.to)]), l.latency, id);
  };
  return key(a) < key(b);
}

// The GPUs that reach the NIC, by how many links they are away from it; each list in the order of the bus.
std::vector<std::vector<NodeId>> WaySearch::gpus_around(NodeId nic) const {
  std::vector<std::vector<NodeId>> by_distance;
  std::set<NodeId> reached = {nic};
  std::vector<NodeId> level = {nic}, next;
  for (; !level.empty(); level = std::exchange(next, {})) {
    std::vector<NodeId>& gpus = by_distance.emplace_back();
    for (const NodeId node : level)
      for (const LinkId id : adjacency_.in(node)) {
        const NodeId before = link(id).from;
        if (link(id).type == LinkType::network || !reached.insert(before).second) continue;
        if (before < topology_.gpus)
          gpus.push_back(before);
        else if (topology_.nodes[before].type != NodeType::nic)
          next.push_back(before);
      }
    if (gpus.size() < 2) continue;
    const auto [first, last] = std::ranges::minmax(gpus);
    std::vector<NodeId> in_order = bus_->of(first, last - first + 1);
    std::ranges::sort(gpus);
    std::erase_if(in_order, [&](NodeId gpu) { return !std::ranges::binary_search(gpus, gpu); });
    gpus = std::move(in_order);
  }
  return by_distance;
}

// The place of the GPU among those that are as near to the NIC.
std::size_t WaySearch::turn_at(NodeId nic, NodeId gpu) {
  if (!bus_) bus_.emplace(topology_);
  const auto [known, added] = around_.try_emplace(nic);
  if (added) known->second = gpus_around(nic);
  for (const std::vector<NodeId>& gpus : known->second)
    if (const auto found = std::ranges::find(gpus, gpu); found != gpus.end())
      return index(found - gpus.begin());
  return 0;
}

std::size_t WaySearch::place_on_bus(NodeId gpu) {
  if (!bus_) bus_.emplace(topology_);
  const int in_a_node = topology_.per_node > 0 ? topology_.per_node : topology_.gpus;
  const NodeId first = gpu / in_a_node * in_a_node;
  const std::vector<NodeId> order = bus_->of(first, std::min(in_a_node, topology_.gpus - first));
  return index(std::ranges::find(order, gpu) - order.begin());
}

// If several NICs are equally near, GPUs of a node that are as near to them use them in turn. Of several GPUs
// that could relay to a NIC, the nearest one before the GPU does; over NVLinks, the first one on the bus.
LinkId WaySearch::step(NodeId node, NodeId near_gpu) {
  const Bandwidth widest = onward_[from_].widest;
  std::vector<LinkId> ways;
  for (std::int32_t i = onward_[node].first_step; i != none; i = steps_[i].next) {
    const Link& first = link(steps_[i].link);
    if (told_rate(first) >= widest && onward_[first.to].widest >= widest) ways.push_back(steps_[i].link);
  }
  std::ranges::sort(ways, [&](LinkId a, LinkId b) { return goes_before(a, b); });
  const bool to_nic = topology_.nodes[link(ways.front()).to].type == NodeType::nic;
  if (over_ == Over::nvlink_relays && node == from_)
    return *std::ranges::min_element(ways, {}, [&](LinkId id) { return place_on_bus(link(id).to); });
  const int place = topology_.per_node > 0 ? near_gpu % topology_.per_node : near_gpu;
  if (over_ == Over::relays && link(ways.front()).to < topology_.gpus)
    return *std::ranges::min_element(ways, {}, [&](LinkId id) {
      const int of_relay = link(id).to % topology_.per_node;
      return (place - of_relay + topology_.per_node) % topology_.per_node;
    });
  return ways[to_nic && ways.size() > 1 ? turn_at(link(ways.front()).to, near_gpu) % ways.size() : 0];
}

std::vector<LinkId> WaySearch::walk() {
  std::vector<LinkId> way;
  bool across = false;  // the network
  for (NodeId node = from_; node != to_; node = link(way.back()).to) {
    way.push_back(step(node, across ? to_ : from_));
    across |= link(way.back()).type == LinkType::network;
  }
  return way;
}

}  // namespace commlab
