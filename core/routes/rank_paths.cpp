#include "core/routes/rank_paths.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/base/index.h"
#include "core/base/numbers.h"
#include "core/bounds/cuts.h"
#include "core/routes/router.h"

namespace commlab {
namespace {

using Route = std::vector<LinkId>;

// A stop at a GPU weighs more than any number of switches on the way.
constexpr std::int64_t stop = 1 << 20;

// All links by their ends, GPUs in order of their numbers and other nodes of their names, and the widest of
// several between the same two first. So the order in which a machine lists its links does not decide which
// of two equal ways is taken.
std::vector<LinkId> in_order_of_ends(const Topology& topology) {
  const auto place = [&](NodeId node) {
    return std::pair(std::min(node, topology.gpus), in_name_order(topology.nodes[index(node)]));
  };
  std::vector<LinkId> links(topology.links.size());
  std::iota(links.begin(), links.end(), 0);
  std::ranges::stable_sort(links, {}, [&](LinkId id) {
    const Link& link = topology.links[index(id)];
    return std::tuple(place(link.from), place(link.to), -link.bandwidth.bytes_per_second, link.latency);
  });
  return links;
}

// A flow of least cost: how much of every link is in use. Adds the cheapest way with room, again and again.
class CheapestFlow {
 public:
  CheapestFlow(const Fabric& fabric, const std::vector<LinkId>& in_order, Rank from, Rank to)
      : fabric_(fabric),
        topology_(fabric.topology),
        from_(from),
        to_(to),
        used_(topology_.links.size()),
        touching_(topology_.nodes.size()) {
    std::vector<bool> is_part(topology_.links.size());
    for (const LinkId id : fabric.links) is_part[index(id)] = true;
    for (const LinkId id : in_order) {
      if (!is_part[index(id)]) continue;
      touching_[link(id).from].push_back(id);
      touching_[link(id).to].push_back(id);
    }
  }

  // Bytes per second on each link.
  std::vector<std::int64_t> find() {
    while (find_cheapest_way()) add_the_way();
    return used_;
  }

 private:
  static constexpr std::int64_t unreached = std::numeric_limits<std::int64_t>::max();
  const Link& link(LinkId id) const { return topology_.links[id]; }
  std::int64_t cost(LinkId id) const { return topology_.nodes[link(id).to].type == NodeType::gpu ? stop : 1; }
  // Only ranks store and forward.
  bool passable(NodeId node) const {
    return node == from_ || node == to_ || node < fabric_.ranks ||
           topology_.nodes[node].type != NodeType::gpu;
  }

  // A step from `node` over a link, along it or back over its used part: where it leads, its room, its cost.
  struct Arc {
    NodeId to;
    std::int64_t room;
    std::int64_t cost;
  };
  Arc arc(NodeId node, LinkId id) const {
    if (link(id).from == node)
      return {link(id).to, link(id).bandwidth.bytes_per_second - used_[id], cost(id)};
    return {link(id).from, used_[id], -cost(id)};
  }

  // Bellman and Ford, with a queue: ways back have negative costs.
  bool find_cheapest_way() {
    cost_.assign(topology_.nodes.size(), unreached);
    arrived_by_.assign(topology_.nodes.size(), -1);
    std::vector<bool> queued(topology_.nodes.size());
    std::vector<NodeId> queue = {from_};
    cost_[from_] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const NodeId node = queue[head];
      queued[node] = false;
      for (const LinkId id : touching_[node]) {
        const Arc arc = this->arc(node, id);
        if (arc.room == 0 || !passable(arc.to) || cost_[node] + arc.cost >= cost_[arc.to]) continue;
        cost_[arc.to] = cost_[node] + arc.cost;
        arrived_by_[arc.to] = id;
        if (!queued[arc.to]) queue.push_back(arc.to);
        queued[arc.to] = true;
      }
    }
    return cost_[to_] != unreached;
  }

  void add_the_way() {
    std::int64_t room = unreached;
    for (NodeId node = to_; node != from_; node = before(node))
      room = std::min(room, arc(before(node), arrived_by_[node]).room);
    for (NodeId node = to_; node != from_;) {
      const NodeId previous = before(node);
      const LinkId id = arrived_by_[node];
      used_[id] += link(id).to == node ? room : -room;
      node = previous;
    }
  }

  NodeId before(NodeId node) const {
    const Link& last = link(arrived_by_[node]);
    return last.to == node ? last.from : last.to;
  }

  const Fabric& fabric_;
  const Topology& topology_;
  Rank from_, to_;
  std::vector<std::int64_t> used_;
  std::vector<std::vector<LinkId>> touching_;
  std::vector<std::int64_t> cost_;
  std::vector<LinkId> arrived_by_;
};

// The shortest way along links that carry something: the first of them in order at every fork.
Route way_along(const Topology& topology, const std::vector<LinkId>& in_order,
                const std::vector<std::int64_t>& carried, Rank from, Rank to) {
  std::vector<LinkId> arrived_by(topology.nodes.size(), -1);
  std::vector<NodeId> queue = {from};
  for (std::size_t head = 0; head < queue.size(); ++head)
    for (const LinkId id : in_order) {
      const Link& link = topology.links[id];
      if (link.from != queue[head] || carried[id] == 0) continue;
      if (link.to == from || arrived_by[link.to] >= 0) continue;
      arrived_by[link.to] = id;
      queue.push_back(link.to);
    }
  Route route;
  for (NodeId node = to; node != from;) {
    const LinkId id = arrived_by[node];
    if (id < 0) return {};
    route.push_back(id);
    node = topology.links[id].from;
  }
  std::ranges::reverse(route);
  return route;
}

// The ranks on a way, without those that a router passes: between two ranks whose route is this part
// of the way, no rank has to store.
std::vector<Rank> stops_on(const Topology& topology, Router& router, const Route& way) {
  std::vector<std::size_t> places = {0};  // of the GPUs: how many links after the start
  for (std::size_t i = 0; i < way.size(); ++i)
    if (topology.nodes[topology.links[way[i]].to].type == NodeType::gpu) places.push_back(i + 1);
  const auto node_at = [&](std::size_t place) {
    return place == 0 ? topology.links[way[0]].from : topology.links[way[place - 1]].to;
  };
  const auto is_routed = [&](std::size_t a, std::size_t b) {
    const auto route = router.route(node_at(a), node_at(b));
    return route && std::equal(route->begin(), route->end(), way.begin() + static_cast<std::ptrdiff_t>(a),
                               way.begin() + static_cast<std::ptrdiff_t>(b));
  };
  std::vector<Rank> stops = {node_at(0)};
  for (std::size_t i = 0; i + 1 < places.size();) {
    std::size_t next = places.size() - 1;
    while (next > i + 1 && !(topology.gpus_forward && is_routed(places[i], places[next]))) --next;
    stops.push_back(node_at(places[next]));
    i = next;
  }
  return stops;
}

Bandwidth width(const Topology& topology, const Route& route) {
  Bandwidth narrowest{INT64_MAX};
  for (const LinkId id : route) narrowest = std::min(narrowest, topology.links[id].bandwidth);
  return narrowest;
}

std::vector<RankPath> paths_over(const Fabric& fabric, Rank from, Rank to) {
  struct Found {
    RankPath path;
    Bandwidth first_link;
  };
  const Topology& topology = fabric.topology;
  Router router(topology);
  const std::vector<LinkId> in_order = in_order_of_ends(topology);
  std::vector<std::int64_t> carried = CheapestFlow(fabric, in_order, from, to).find();
  std::vector<Found> found;
  for (Route way; !(way = way_along(topology, in_order, carried, from, to)).empty();) {
    std::int64_t least = INT64_MAX;
    for (const LinkId id : way) least = std::min(least, carried[id]);
    for (const LinkId id : way) carried[id] -= least;
    std::vector<Rank> stops = stops_on(topology, router, way);
    const auto same = std::ranges::find(found, stops, [](const Found& each) { return each.path.ranks; });
    if (same != found.end())  // side by side, over two switches
      same->path.bandwidth.bytes_per_second += least;
    else
      found.push_back({{std::move(stops), {least}}, width(topology, {way.front()})});
  }
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) {
    return std::tuple(a.path.hops(), b.path.bandwidth, b.first_link) <
           std::tuple(b.path.hops(), a.path.bandwidth, a.first_link);
  });
  std::vector<RankPath> paths;
  for (Found& each : found) paths.push_back(std::move(each.path));
  return paths;
}

Result<std::vector<Rank>> ranks_in(std::string_view text) {
  std::vector<Rank> ranks;
  for (std::size_t first = 0; first <= text.size();) {
    const std::size_t dash = std::min(text.find('-', first), text.size());
    const std::string_view word = text.substr(first, dash - first);
    const std::optional<Rank> rank = parse_number<Rank>(word);
    if (!rank) return fail("--route {}: '{}' is not a rank; expected a path, as in 0-7-2", text, word);
    ranks.push_back(*rank);
    first = dash + 1;
  }
  return ranks;
}

Status check_way(std::string_view text, const std::vector<Rank>& way, const Collective& p2p) {
  if (p2p.to.size() != 1)
    return fail("--route {}: a path leads to one rank, but --to names {}", text, p2p.to.size());
  if (way.size() < 2) return fail("--route {}: a path has two ends; expected one as in 0-7-2", text);
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (way[i] < 0 || way[i] >= p2p.ranks)
      return fail("--route {}: there is no rank {} among ranks 0 to {}", text, way[i], p2p.ranks - 1);
    if (std::find(way.begin(), way.begin() + static_cast<std::ptrdiff_t>(i), way[i]) !=
        way.begin() + static_cast<std::ptrdiff_t>(i))
      return fail("--route {}: rank {} comes twice; expected each rank only once", text, way[i]);
  }
  if (way.front() != p2p.from)
    return fail("--route {} begins at rank {}, but the sender (--from) is rank {}", text, way.front(),
                p2p.from);
  if (way.back() != p2p.to.front())
    return fail("--route {} ends at rank {}, but the receiver (--to) is rank {}", text, way.back(),
                p2p.to.front());
  return {};
}

}  // namespace

std::vector<RankPath> disjoint_paths(const Topology& topology, int ranks, Rank from, Rank to) {
  assert(from != to && 0 <= std::min(from, to) && std::max(from, to) < topology.gpus);
  for (const LinkChoice links : {LinkChoice::nvlink, LinkChoice::all}) {
    std::vector<RankPath> paths = paths_over(fabric_of(topology, ranks, links), from, to);
    if (!paths.empty()) return paths;
  }
  return {};
}

Result<RankPath> path_named(std::string_view text, const Topology& topology, const Collective& p2p) {
  Result<std::vector<Rank>> way = ranks_in(text);
  if (!way) return tl::unexpected(way.error());
  if (const Status sound = check_way(text, *way, p2p); !sound) return tl::unexpected(sound.error());
  Router router(topology);
  RankPath path{std::move(*way), {INT64_MAX}};
  for (int hop = 0; hop < path.hops(); ++hop) {
    const auto route = router.route(path.ranks[hop], path.ranks[hop + 1]);
    if (!route) return fail("--route {}: {}", text, route.error().message);
    path.bandwidth = std::min(path.bandwidth, width(topology, *route));
  }
  return path;
}

bool names_a_path(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789-") == std::string_view::npos;
}

}  // namespace commlab
