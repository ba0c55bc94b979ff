#include "core/bounds/latency_bound.h"

#include <algorithm>
#include <queue>

namespace commlab {
namespace {

constexpr int every_pair_up_to = 32;  // ranks

// The time over the cheapest path from one node to every other (Way::out), or from every other node to
// it (Way::in); `never` where there is no path. (Dijkstra 1959.) And what a message costs there.
class Distances {
 public:
  Distances(const Fabric& fabric, const LeastCosts& costs)
      : fabric_(fabric), costs_(costs), out_(nodes()), in_(nodes()) {
    for (const LinkId id : fabric.links) {
      out_[fabric.topology.links[id].from].push_back(id);
      in_[fabric.topology.links[id].to].push_back(id);
    }
  }

  std::vector<Time> from(NodeId start, Way way) const {
    std::vector<Time> distance(nodes(), never);
    distance[start] = Time{};
    using Entry = std::pair<Time, NodeId>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    queue.push({Time{}, start});
    while (!queue.empty()) {
      const auto [time, node] = queue.top();
      queue.pop();
      if (time > distance[node]) continue;
      for (const LinkId id : (way == Way::out ? out_ : in_)[node]) {
        const Link& link = fabric_.topology.links[id];
        const NodeId next = way == Way::out ? link.to : link.from;
        if (link.latency >= distance[next] - time) continue;
        distance[next] = time + link.latency;
        queue.push({distance[next], next});
      }
    }
    return distance;
  }

  Time of_message(Rank a, Rank b) const {
    if (a == b) return {};
    const int per_node = fabric_.topology.per_node;
    const bool in_one_node = per_node == 0 || a / per_node == b / per_node;
    return in_one_node ? costs_.message : costs_.message_between_nodes;
  }

 private:
  std::size_t nodes() const { return fabric_.topology.nodes.size(); }
  const Fabric& fabric_;
  const LeastCosts& costs_;
  std::vector<std::vector<LinkId>> out_;
  std::vector<std::vector<LinkId>> in_;
};

// The farthest of `others`, from `rank` (Way::out) or to it (Way::in); of equally far ones, the first.
LatencyBound farthest(const Distances& distances, Rank rank, const std::vector<Rank>& others, Way way) {
  const std::vector<Time> distance = distances.from(rank, way);
  LatencyBound bound;
  for (const Rank other : others) {
    const Time time = distance[other] == never ? never : distance[other] + distances.of_message(rank, other);
    if (time <= bound.time) continue;
    bound = way == Way::out ? LatencyBound{time, rank, other} : LatencyBound{time, other, rank};
  }
  return bound;
}

std::vector<Rank> everyone(int ranks) {
  std::vector<Rank> all;
  for (Rank rank = 0; rank < ranks; ++rank) all.push_back(rank);
  return all;
}

LatencyBound farther(const LatencyBound& a, const LatencyBound& b) { return b.time > a.time ? b : a; }

LatencyBound from_all_to_all(const Distances& distances, const std::vector<Rank>& ranks) {
  LatencyBound bound = farthest(distances, 0, ranks, Way::out);
  if (ranks.size() > every_pair_up_to) {
    bound = farther(bound, farthest(distances, 0, ranks, Way::in));
    return farther(bound, farthest(distances, bound.to, ranks, Way::out));
  }
  for (const Rank rank : ranks) bound = farther(bound, farthest(distances, rank, ranks, Way::out));
  return bound;
}

LatencyBound round_the_ring(const Distances& distances, const std::vector<Rank>& ranks) {
  const int n = static_cast<int>(ranks.size());
  LatencyBound bound;
  if (n > every_pair_up_to) {  // each rank reaches the next one exactly if all ranks reach all
    const LatencyBound any = from_all_to_all(distances, ranks);
    if (any.time == never) return any;
  }
  for (Rank rank = 0; rank < std::min(n, every_pair_up_to); ++rank) {
    bound = farther(bound, farthest(distances, rank, {(rank + 1) % n}, Way::out));
  }
  return bound;
}

// Where a rank has nothing for another one, nothing need travel.
LatencyBound along_counts(const Distances& distances, const CountMatrix& counts,
                          const std::vector<Rank>& ranks) {
  LatencyBound bound;
  if (counts.ranks() > every_pair_up_to) {  // all that send are joined if all ranks are
    const LatencyBound any = from_all_to_all(distances, ranks);
    if (any.time == never) return any;
  }
  for (Rank from = 0; from < std::min(counts.ranks(), every_pair_up_to); ++from) {
    std::vector<Rank> others;
    for (Rank to = 0; to < counts.ranks(); ++to)
      if (counts.count(from, to) > 0) others.push_back(to);
    bound = farther(bound, farthest(distances, from, others, Way::out));
  }
  return bound;
}

LatencyBound farthest_pair(const Collective& c, const Distances& distances) {
  const std::vector<Rank> ranks = everyone(c.ranks);
  switch (c.kind) {
    case CollectiveKind::broadcast:
    case CollectiveKind::scatter: return farthest(distances, c.root, ranks, Way::out);
    case CollectiveKind::gather:
    case CollectiveKind::reduce: return farthest(distances, c.root, ranks, Way::in);
    case CollectiveKind::p2p: return farthest(distances, c.from, c.to, Way::out);
    case CollectiveKind::sendrecv: return round_the_ring(distances, ranks);
    case CollectiveKind::all_to_all:
      return is_uneven(c) ? along_counts(distances, c.counts, ranks) : from_all_to_all(distances, ranks);
    case CollectiveKind::all_reduce:
    case CollectiveKind::all_gather:
    case CollectiveKind::reduce_scatter: return from_all_to_all(distances, ranks);
  }
  return {};
}

}  // namespace

Result<LatencyBound> latency_bound(const Collective& c, const Fabric& fabric, const LeastCosts& costs) {
  const LatencyBound bound = farthest_pair(c, Distances(fabric, costs));
  if (bound.time == never) {
    return fail("no way leads from {} to {}; expected links that join all ranks of the {}",
                fabric.topology.nodes[bound.from].name, fabric.topology.nodes[bound.to].name,
                name_of(c.kind));
  }
  return bound;
}

}  // namespace commlab
