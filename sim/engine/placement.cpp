#include "sim/engine/placement.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/base/index.h"
#include "core/collective/contributions.h"
#include "core/programs/receivers.h"
#include "core/routes/adjacency.h"
#include "core/routes/multicast_tree.h"
#include "core/routes/network_tree.h"
#include "core/routes/router.h"
#include "sim/engine/switch_ports.h"

namespace commlab {
namespace {

// The lanes of the ranks of these places.
template <class RankAt>
Placement with_lanes(const Programs& programs, int places, RankAt rank_at) {
  Placement placement;
  std::size_t lanes = 0;
  for (int place = 0; place < places; ++place) lanes += programs.of(rank_at(place)).lanes.size();
  placement.lanes.reserve(lanes);
  placement.first_lane.reserve(index(places) + 1);
  for (int place = 0; place < places; ++place) {
    placement.first_lane.push_back(static_cast<std::int32_t>(placement.lanes.size()));
    for (const Lane& lane : programs.of(rank_at(place)).lanes)
      placement.lanes.push_back({.stored = &lane, .rank = rank_at(place), .place = place});
  }
  placement.first_lane.push_back(static_cast<std::int32_t>(placement.lanes.size()));
  return placement;
}

void set_links(Placement& placement, PlacedLane& lane, const Topology& topology,
               std::span<const LinkId> links) {
  lane.first_link = static_cast<std::uint32_t>(placement.links.size());
  lane.links = static_cast<std::uint32_t>(links.size());
  placement.links.insert(placement.links.end(), links.begin(), links.end());
  const auto network = std::ranges::find(links, LinkType::network,
                                         [&](LinkId link) { return topology.links[index(link)].type; });
  if (network != links.end()) lane.nic = *network;
}

void set_route(Placement& placement, PlacedLane& lane, const Topology& topology,
               std::span<const LinkId> route) {
  set_links(placement, lane, topology, route);
  for (const LinkId link : route) lane.latency += topology.links[link].latency;
}

void join(Placement& placement, std::size_t sender, std::size_t receiver) {
  placement.lanes[sender].target = static_cast<std::int32_t>(receiver);
  placement.lanes[receiver].source = static_cast<std::int32_t>(sender);
}

// The links that a store to the group, or a load from it, crosses. `self`: the member's place in the group.
std::vector<LinkId> links_of(const MulticastTree& tree, std::size_t self, Opcode op) {
  const bool loads = op == Opcode::load_reduce;
  std::vector<LinkId> links = loads ? tree.up : std::vector{tree.up[self]};
  if (loads)
    links.push_back(tree.down[self]);
  else
    links.insert(links.end(), tree.down.begin(), tree.down.end());
  return links;
}

// How the members of each group reach one another: through a switch beside them, or through those of the
// network. Over the network, a sum waits in the switches until all have sent, so the barrier before it takes
// no time of its own.
class WaysOfGroups {
 public:
  WaysOfGroups(const Programs& programs, const Topology& topology)
      : programs_(programs), topology_(topology) {
    const Adjacency adjacency(topology);
    for (const std::vector<Rank>& members : programs.groups)
      trees_.push_back(multicast_tree(topology, adjacency, members));
    if (!std::ranges::all_of(trees_, [](const auto& tree) { return tree.has_value(); }))
      network_.emplace(topology);
  }

  Status set(Placement& placement, PlacedLane& lane) {
    const int group = lane.stored->group;
    const std::optional<MulticastTree>& tree = trees_[index(group)];
    if (!tree) return set_network(placement, lane);
    lane.latency = tree->latency;
    if (lane.stored->is_barrier()) return {};
    const std::vector<Rank>& members = programs_.members(group);
    const std::size_t self = index(std::ranges::find(members, lane.rank) - members.begin());
    set_links(placement, lane, topology_, links_of(*tree, self, lane.code()[0].op));
    return {};
  }

 private:
  Status set_network(Placement& placement, PlacedLane& lane) {
    if (lane.stored->is_barrier()) return {};
    const std::vector<Rank>& members = programs_.members(lane.stored->group);
    const std::optional<NetworkTree> tree = lane.code()[0].op == Opcode::load_reduce
                                                ? network_->load(lane.rank, members)
                                                : network_->store(lane.rank, members);
    if (!tree)
      return fail("the machine has no switch that joins {} and can multicast and reduce",
                  ranks_to_text(members));
    lane.latency = tree->latency;
    set_links(placement, lane, topology_, tree->links);
    return {};
  }

  const Programs& programs_;
  const Topology& topology_;
  std::vector<std::optional<MulticastTree>> trees_;  // of each group
  std::optional<NetworkTrees> network_;
};

// Places the lanes of groups: over which links their stores and loads go, and which lanes meet at a barrier.
Status place_groups(Placement& placement, const Programs& programs, const Topology& topology) {
  if (programs.groups.empty()) return {};
  WaysOfGroups ways(programs, topology);
  std::map<std::pair<int, int>, std::int32_t> barriers;  // by group and channel
  for (std::size_t l = 0; l < placement.lanes.size(); ++l) {
    PlacedLane& lane = placement.lanes[l];
    const Lane& stored = *lane.stored;
    if (stored.group == no_group || stored.code.empty()) continue;
    if (const Status set = ways.set(placement, lane); !set) return set;
    if (!stored.is_barrier()) continue;
    const auto& members = programs.members(stored.group);
    const std::size_t self = index(std::ranges::find(members, lane.rank) - members.begin());
    const auto [found, added] = barriers.try_emplace({stored.group, stored.channel},
                                                     static_cast<std::int32_t>(placement.barriers.size()));
    if (added) placement.barriers.push_back({std::vector<std::int32_t>(members.size(), -1)});
    lane.barrier = found->second;
    placement.barriers[lane.barrier].lanes[self] = static_cast<std::int32_t>(l);
  }
  return {};
}

// The links of messages: by the ports of the switch that joins all GPUs, or where a search leads.
class Routes {
 public:
  explicit Routes(const Topology& topology) : ports_(ports_of_one_switch(topology)) {
    if (!ports_) router_.emplace(topology);
  }

  Result<std::span<const LinkId>> between(Rank from, Rank to) {
    if (ports_) {
      route_.clear();
      if (from != to) route_ = {ports_->up[from], ports_->down[to]};
      return route_;
    }
    return router_->route(from, to).map([&](std::vector<LinkId>&& route) {
      route_ = std::move(route);
      return std::span<const LinkId>(route_);
    });
  }

 private:
  std::optional<SwitchPorts> ports_;
  std::optional<Router> router_;  // if there are no ports
  std::vector<LinkId> route_;     // found last
};

// Joins the lanes of messages. place_of(rank): the rank's place among those placed. route_of(lane, peer):
// the links from the lane to its peer, which are good until the next call.
template <class PlaceOf, class RouteOf>
Status connect(Placement& placement, const Programs& programs, const Topology& topology, PlaceOf place_of,
               RouteOf route_of) {
  const Receivers receiving(programs);
  for (std::size_t l = 0; l < placement.lanes.size(); ++l) {
    PlacedLane& lane = placement.lanes[l];
    const Lane& stored = *lane.stored;
    if (stored.send_peer == no_peer) continue;
    const Rank peer = programs.peer(lane.rank, stored.send_peer);
    const std::int32_t receiver = receiving.lane_for(lane.rank, stored, peer);
    if (receiver < 0)
      return fail("rank {} sends to rank {} on channel {}, but the receiver has no lane for it", lane.rank,
                  peer, stored.channel);
    join(placement, l, index(placement.first_lane[place_of(peer)] + receiver));
    const Result<std::span<const LinkId>> route = route_of(lane, peer);
    if (!route) return tl::unexpected(route.error());
    set_route(placement, lane, topology, *route);
  }
  return {};
}

// Whether every tile does what the first one does, as far as the programs are concerned.
bool tiles_do_the_same(const Programs& programs, const Tiles& tiles) {
  return programs.groups.empty() && programs.frame != Frame::absolute &&
         tiles.ranks % programs.repeat() == 0 && (tiles.ranks == 1 || programs.order.empty());
}

// The routes of the first tile's ranks, if the last tile's ranks cross the same links. To swap tiles changes
// nothing, so a route depends on the places of its ends in their tiles, and on whether they share a tile.
class RoutesOfTiles {
 public:
  RoutesOfTiles(const Programs& programs, const Topology& topology, const Tiles& tiles)
      : programs_(programs), tiles_(tiles), routes_(topology) {}

  Result<std::span<const LinkId>> of(const PlacedLane& lane, Rank peer) {
    const std::uint64_t from = index(lane.rank % tiles_.ranks), to = index(peer % tiles_.ranks);
    const bool same_tile = lane.rank / tiles_.ranks == peer / tiles_.ranks;
    const auto [known, added] = known_.try_emplace(from << 32 | to << 1 | std::uint64_t{same_tile});
    if (added) known->second = of_first_and_last(lane, peer);
    if (known->second.empty()) return fail("the links of rank {} are no tile's", lane.rank);
    return known->second;
  }

 private:
  // Empty if there are others.
  std::vector<LinkId> of_first_and_last(const PlacedLane& lane, Rank peer) {
    std::vector<LinkId> of_first = folded(lane.rank, peer);
    if (tiles_.ranks == 1) return of_first;
    const Rank last = lane.rank + (tiles_.count - 1) * tiles_.ranks;
    return folded(last, programs_.peer(last, lane.stored->send_peer)) == of_first ? of_first
                                                                                  : std::vector<LinkId>{};
  }
  // In links of the first tile; empty if there are others.
  std::vector<LinkId> folded(Rank from, Rank to) {
    std::vector<LinkId> links;
    const auto route = routes_.between(from, to);
    for (std::size_t i = 0; route && i < route->size(); ++i) {
      links.push_back(tiles_.in_first[(*route)[i]]);
      if (links.back() == Tiles::no_link) return {};
    }
    return links;
  }

  const Programs& programs_;
  const Tiles& tiles_;
  Routes routes_;
  std::unordered_map<std::uint64_t, std::vector<LinkId>> known_;  // by the places of both ends, and same_tile
};

}  // namespace

Result<Placement> place(const Programs& programs, const Topology& topology) {
  const int ranks = programs.collective.ranks;
  if (ranks > topology.gpus) return fail("{} ranks, but the machine has {} GPUs", ranks, topology.gpus);
  Placement placement = with_lanes(programs, ranks, [](int place) { return place; });
  Routes routes(topology);
  const Status placed =
      connect(
          placement, programs, topology, [](Rank rank) { return rank; },
          [&](const PlacedLane& lane, Rank peer) { return routes.between(lane.rank, peer); })
          .and_then([&] { return place_groups(placement, programs, topology); });
  if (!placed) return tl::unexpected(placed.error());
  return placement;
}

std::optional<Placement> place_first_tile(const Programs& programs, const Topology& topology,
                                          const Tiles& tiles) {
  if (!tiles_do_the_same(programs, tiles)) return std::nullopt;
  const auto rank_at = [&](int place) { return tiles.ranks == 1 ? programs.rank_at(0) : place; };
  Placement placement = with_lanes(programs, tiles.ranks, rank_at);
  placement.one_for_all = tiles.ranks == 1;
  RoutesOfTiles routes(programs, topology, tiles);
  const Status placed = connect(
      placement, programs, topology, [&](Rank rank) { return rank % tiles.ranks; },
      [&](const PlacedLane& lane, Rank peer) { return routes.of(lane, peer); });
  return placed ? std::optional(std::move(placement)) : std::nullopt;
}

}  // namespace commlab
