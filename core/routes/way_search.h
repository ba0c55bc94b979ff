#pragma once
// A shortest way between two nodes over links of one kind. The search begins at both ends at once and stops
// where the two meet; the end with fewer links to look at goes on. So it passes a switch of thousands of GPUs
// without a look at all of them. Among the shortest ways
// the widest is taken, then the one over the first nodes (see goes_before), with one exception (see Router).
//
//   1. meet     level by level from both ends          (fewest links)
//   2. between  the nodes on shortest ways, and the best bottleneck from each of them on
//   3. walk     from `from`, always the first link that keeps both
//
// What the search notes about nodes is stamped with the number of the search, so that a new search begins
// without clearing anything.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/machine/bus_order.h"
#include "core/machine/topology.h"
#include "core/routes/adjacency.h"

namespace commlab {

// The links that a way may take.
enum class Over : std::uint8_t {
  nvlink,
  nvlink_relays,  // NVLinks, and through other GPUs
  inside,         // not the network of a cluster
  host,           // neither the network nor NVLink
  anything,
  relays  // anything, and other GPUs
};

class WaySearch {
 public:
  WaySearch(const Topology&, const Adjacency&);  // keeps references

  // Links in order; nothing if no way leads there. REQUIRES: from != to.
  std::optional<std::vector<LinkId>> shortest(NodeId from, NodeId to, Over);

 private:
  // The nodes that one end has reached, level by level: how many links each is away from that end.
  struct Side {
    std::vector<std::uint32_t> stamp;  // per node: the last search that reached it
    std::vector<std::int32_t> hops;
    std::vector<NodeId> reached;  // in order of hops
    std::size_t level = 0;        // first node of the last level in `reached`
    std::size_t links = 0;        // links on from the last level, which growing looks at
    bool has_way_on() const { return level < reached.size(); }
  };
  // The shortest ways from a node to the destination.
  struct Onward {
    std::uint32_t stamp = 0;
    std::int32_t hops = 0;
    std::int32_t first_step = none;
    Bandwidth widest{};
  };
  struct Step {  // a link with which a shortest way begins
    LinkId link;
    std::int32_t next;  // the next step from the same node, or none
  };
  static constexpr std::int32_t none = -1;

  const Link& link(LinkId id) const { return topology_.links[id]; }
  bool usable(LinkId) const;
  bool passable(NodeId) const;
  bool is_reached(const Side& side, NodeId node) const { return side.stamp[node] == search_; }
  bool is_known(NodeId node) const { return onward_[node].stamp == search_; }

  void begin(NodeId from, NodeId to, Over);
  // Both return whether the two sides have met.
  bool grow_from();
  bool grow_to();
  bool meet();
  void reach_from(NodeId, std::int32_t hops);
  void reach_to(NodeId, std::int32_t hops);
  void add_step(NodeId node, LinkId);
  void find_between();
  bool goes_before(LinkId a, LinkId b) const;
  std::size_t turn_at(NodeId nic, NodeId gpu);
  std::vector<std::vector<NodeId>> gpus_around(NodeId nic) const;
  std::size_t place_on_bus(NodeId gpu);
  LinkId step(NodeId node, NodeId near_gpu);
  std::vector<LinkId> walk();

  const Topology& topology_;
  const Adjacency& adjacency_;
  NodeId from_ = 0, to_ = 0;
  Over over_ = Over::anything;
  std::uint32_t search_ = 0;
  Side near_from_, near_to_;
  std::vector<Onward> onward_;  // per node; of this search if stamped
  std::vector<Step> steps_;
  std::optional<BusOrder> bus_;                                          // if a turn was asked for
  std::unordered_map<NodeId, std::vector<std::vector<NodeId>>> around_;  // gpus_around() of NICs
};

}  // namespace commlab
