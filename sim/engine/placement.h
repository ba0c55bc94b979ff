#pragma once
// All lanes of all ranks side by side, placed on a machine: which lane receives the messages of a lane, over
// which links they go, and how long their arrival is delayed.
//
// If all tiles of the machine do the same (sim/engine/tiles.h), only the ranks of the first tile are placed.
// What one of them sends to another tile, the first tile receives at the same moment from some other tile,
// over links that are used in the same way.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "core/programs/programs.h"
#include "sim/engine/tiles.h"

namespace commlab {

struct PlacedLane {
  const Lane* stored;  // in the programs, which must outlive the placement
  Rank rank = 0;
  std::int32_t place = 0;    // of the rank, among those that are placed
  std::int32_t target = -1;  // the lane that receives what this one sends
  std::int32_t source = -1;  // the lane whose messages this one receives
  std::uint32_t first_link =
      0;  // index into Placement::links: first link of its route, or of its group's tree
  std::uint32_t links = 0;
  std::uint32_t first_crossed =
      0;  // the same for the links that its flow crosses, where it stands for others
  std::uint32_t crossed = 0;
  LinkId nic = -1;            // the first network link of its route, whose NIC posts its messages; -1: none
  std::int32_t posters = 1;   // lanes that post there and for which this one stands
  std::int32_t barrier = -1;  // index into Placement::barriers
  Time latency{};             // latency of the route; for a group's lane, of the longest path in its tree

  std::span<const Instruction> code() const { return stored->code; }
};

// The lanes that meet at a group's barrier on one channel.
struct PlacedBarrier {
  std::vector<std::int32_t>
      lanes;  // the members' lanes, in the group's order; -1: the member has no lane here
};

struct Placement {
  std::vector<PlacedLane> lanes;
  std::vector<std::int32_t> first_lane;  // per placed rank; one more entry at the end
  std::vector<LinkId> links;
  std::vector<PlacedBarrier> barriers;
  bool one_for_all = false;  // one rank stands for all

  // The links of the lane's route; those that its flow crosses.
  std::span<const LinkId> route_of(const PlacedLane& lane) const {
    return {links.data() + lane.first_link, lane.links};
  }
  std::span<const LinkId> crossed_by(const PlacedLane& lane) const {
    return lane.crossed > 0 ? std::span(links).subspan(lane.first_crossed, lane.crossed) : route_of(lane);
  }
  // The first lane of the lane's rank, and the lane's index from there.
  std::int32_t first_of_rank(const PlacedLane& lane) const { return first_lane[lane.place]; }
  std::int32_t index_within_rank(std::size_t lane) const {
    return static_cast<std::int32_t>(lane) - first_of_rank(lanes[lane]);
  }
};

// Errors: more ranks than GPUs; no route; a send that no lane receives; a group without a multicast switch.
Result<Placement> place(const Programs&, const Topology&);

// The same for the first tile alone. Nothing if the tiles do not do the same, or if messages use other links
// than those of tiles. REQUIRES: the tiles are those of the programs' ranks.
std::optional<Placement> place_first_tile(const Programs&, const Topology&, const Tiles&);

}  // namespace commlab
