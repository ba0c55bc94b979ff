#include "sim/engine/placement.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/base/index.h"
#include "core/collective/contributions.h"
#include "core/routes/multicast_tree.h"
#include "core/routes/router.h"

namespace commlab {
namespace {

std::uint64_t connection_end(int channel, Rank peer) {
  return (static_cast<std::uint64_t>(channel) << 32) | static_cast<std::uint32_t>(peer);
}

// The program's receiving lanes, by channel and by the peer from which they receive.
std::unordered_map<std::uint64_t, std::int32_t> receivers(const Program& program) {
  std::unordered_map<std::uint64_t, std::int32_t> found;
  for (std::size_t l = 0; l < program.lanes.size(); ++l)
    if (program.lanes[l].recv_peer != no_peer)
      found.emplace(connection_end(program.lanes[l].channel, program.lanes[l].recv_peer),
                    static_cast<std::int32_t>(l));
  return found;
}

void add_lanes(Placement& placement, const Programs& programs, Rank rank) {
  placement.first_lane.push_back(static_cast<std::int32_t>(placement.lanes.size()));
  const Program& program = programs.of(rank);
  for (std::size_t l = 0; l < program.lanes.size(); ++l) {
    const Lane& lane = program.lanes[l];
    placement.lanes.push_back({.rank = rank,
                               .lane = static_cast<std::int32_t>(l),
                               .code = lane.code.data(),
                               .length = static_cast<std::int32_t>(lane.code.size())});
  }
}

void set_links(Placement& placement, PlacedLane& lane, const std::vector<LinkId>& links) {
  lane.first_link = static_cast<std::uint32_t>(placement.links.size());
  lane.links = static_cast<std::uint32_t>(links.size());
  placement.links.insert(placement.links.end(), links.begin(), links.end());
}

void set_route(Placement& placement, PlacedLane& lane, const Topology& topology,
               const std::vector<LinkId>& route) {
  set_links(placement, lane, route);
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

// Places the lanes of groups: over which links their stores and loads go, and which lanes meet at a barrier.
Status place_groups(Placement& placement, const Programs& programs, const Topology& topology) {
  std::vector<MulticastTree> trees;
  for (const std::vector<Rank>& members : programs.groups) {
    std::optional<MulticastTree> tree = multicast_tree(topology, members);
    if (!tree)
      return fail("the machine has no switch that joins {} and can multicast and reduce",
                  ranks_to_text(members));
    trees.push_back(std::move(*tree));
  }
  std::map<std::pair<int, int>, std::int32_t> barriers;  // by group and channel
  for (std::size_t l = 0; l < placement.lanes.size(); ++l) {
    PlacedLane& lane = placement.lanes[l];
    const Lane& stored = programs.of(lane.rank).lanes[lane.lane];
    if (stored.group == no_group || stored.code.empty()) continue;
    const MulticastTree& tree = trees[stored.group];
    const auto& members = programs.members(stored.group);
    const std::size_t self = index(std::ranges::find(members, lane.rank) - members.begin());
    lane.latency = tree.latency;
    if (!stored.is_barrier()) {
      set_links(placement, lane, links_of(tree, self, stored.code[0].op));
      continue;
    }
    const auto [found, added] = barriers.try_emplace({stored.group, stored.channel},
                                                     static_cast<std::int32_t>(placement.barriers.size()));
    if (added) placement.barriers.push_back({std::vector<std::int32_t>(members.size(), -1)});
    lane.barrier = found->second;
    placement.barriers[lane.barrier].lanes[self] = static_cast<std::int32_t>(l);
  }
  return {};
}

// The lane that receives what the rank's lane sends to `peer`, by its index within the peer; -1 if there is
// none.
class Receivers {
 public:
  explicit Receivers(const Programs& programs) : programs_(programs) {
    for (const Program& program : programs.programs) by_program_.push_back(receivers(program));
  }

  std::int32_t lane_for(Rank rank, const Lane& sending, Rank peer) const {
    const bool absolute = programs_.frame == Frame::absolute;
    const auto& table = by_program_[programs_.number_of(peer)];
    const auto found =
        table.find(connection_end(sending.channel, absolute ? rank : programs_.seen_back(sending.send_peer)));
    return found == table.end() ? -1 : found->second;
  }

 private:
  const Programs& programs_;
  std::vector<std::unordered_map<std::uint64_t, std::int32_t>> by_program_;
};

}  // namespace

Result<Placement> place(const Programs& programs, const Topology& topology) {
  const int ranks = programs.collective.ranks;
  if (ranks > topology.gpus) return fail("{} ranks, but the machine has {} GPUs", ranks, topology.gpus);
  Placement placement;
  for (Rank rank = 0; rank < ranks; ++rank) add_lanes(placement, programs, rank);
  placement.first_lane.push_back(static_cast<std::int32_t>(placement.lanes.size()));

  Router router(topology);
  const Receivers receiving(programs);
  for (std::size_t l = 0; l < placement.lanes.size(); ++l) {
    PlacedLane& lane = placement.lanes[l];
    const Lane& stored = programs.of(lane.rank).lanes[lane.lane];
    if (stored.recv_peer != no_peer) lane.recv_peer = programs.peer(lane.rank, stored.recv_peer);
    if (stored.send_peer == no_peer) continue;
    lane.send_peer = programs.peer(lane.rank, stored.send_peer);
    const std::int32_t receiver = receiving.lane_for(lane.rank, stored, lane.send_peer);
    if (receiver < 0)
      return fail("rank {} sends to rank {} on channel {}, but the receiver has no lane for it", lane.rank,
                  lane.send_peer, stored.channel);
    join(placement, l, index(placement.first_lane[lane.send_peer] + receiver));
    Result<std::vector<LinkId>> route = router.route(lane.rank, lane.send_peer);
    if (!route) return tl::unexpected(route.error());
    set_route(placement, lane, topology, *route);
  }
  if (Status placed = place_groups(placement, programs, topology); !placed)
    return tl::unexpected(placed.error());
  return placement;
}

namespace {

// Whether every tile does what the first one does, as far as the programs are concerned.
bool tiles_do_the_same(const Programs& programs, const Tiles& tiles) {
  return programs.groups.empty() && programs.frame != Frame::absolute &&
         tiles.ranks % programs.repeat() == 0 && (tiles.ranks == 1 || programs.order.empty());
}

// The route in links of the first tile; empty if it has other links.
std::vector<LinkId> folded(const std::vector<LinkId>& route, const Tiles& tiles) {
  std::vector<LinkId> links;
  for (const LinkId link : route) {
    links.push_back(tiles.in_first[link]);
    if (links.back() == Tiles::no_link) return {};
  }
  return links;
}

// The ranks of the first tile, and their messages.
class FirstTile {
 public:
  FirstTile(const Programs& programs, const Topology& topology, const Tiles& tiles)
      : programs_(programs), topology_(topology), tiles_(tiles), router_(topology) {
    placement_.one_for_all = tiles.ranks == 1;
    for (int place = 0; place < tiles.ranks; ++place) add_lanes(placement_, programs, rank_at(place));
    placement_.first_lane.push_back(static_cast<std::int32_t>(placement_.lanes.size()));
  }

  std::optional<Placement> place() {
    const Receivers receiving(programs_);
    for (std::size_t l = 0; l < placement_.lanes.size(); ++l) {
      PlacedLane& lane = placement_.lanes[l];
      const Lane& stored = programs_.of(lane.rank).lanes[lane.lane];
      if (stored.recv_peer != no_peer) lane.recv_peer = programs_.peer(lane.rank, stored.recv_peer);
      if (stored.send_peer == no_peer) continue;
      lane.send_peer = programs_.peer(lane.rank, stored.send_peer);
      const std::vector<LinkId> route = links_of(lane, stored);
      if (route.empty()) return std::nullopt;
      set_route(placement_, lane, topology_, route);
      const std::int32_t receiver = receiving.lane_for(lane.rank, stored, lane.send_peer);
      if (receiver < 0) return std::nullopt;
      join(placement_, l, index(placement_.first_lane[lane.send_peer % tiles_.ranks] + receiver));
    }
    return std::move(placement_);
  }

 private:
  Rank rank_at(int place) const { return tiles_.ranks == 1 ? programs_.rank_at(0) : place; }

  // The links that the lane's messages cross. Empty if the last tile's messages do not cross the same ones.
  std::vector<LinkId> links_of(const PlacedLane& lane, const Lane& stored) {
    const int last = programs_.rank_at(programs_.position(lane.rank) +
                                       (tiles_.ranks == 1 ? 0 : (tiles_.count - 1) * tiles_.ranks));
    const auto links = [&](Rank from) {
      const Result<std::vector<LinkId>> route = router_.route(from, programs_.peer(from, stored.send_peer));
      return route ? folded(*route, tiles_) : std::vector<LinkId>();
    };
    std::vector<LinkId> of_first = links(lane.rank);
    return links(last) == of_first ? of_first : std::vector<LinkId>();
  }

  const Programs& programs_;
  const Topology& topology_;
  const Tiles& tiles_;
  Router router_;
  Placement placement_;
};

}  // namespace

std::optional<Placement> place_first_tile(const Programs& programs, const Topology& topology,
                                          const Tiles& tiles) {
  if (!tiles_do_the_same(programs, tiles)) return std::nullopt;
  return FirstTile(programs, topology, tiles).place();
}

}  // namespace commlab
