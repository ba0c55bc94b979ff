#pragma once
// All lanes of all ranks side by side, placed on a machine: which lane receives the messages of a lane, over
// which links they go, and how long their arrival is delayed.
//
// If every rank does the same, on a switch that treats all ranks alike, one rank stands for all: when this
// rank sends a message, some other rank sends a message to it at the same moment, over links that are used in
// the same way.

#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "core/programs/programs.h"

namespace commlab {

struct PlacedLane {
  Rank rank = 0;
  std::int32_t lane = 0;  // index within the rank
  const Instruction* code = nullptr;
  std::int32_t length = 0;
  std::int32_t target = -1;  // the lane that receives what this one sends
  std::int32_t source = -1;  // the lane whose messages this one receives
  std::int32_t send_peer = no_peer;
  std::int32_t recv_peer = no_peer;
  std::uint32_t first_link =
      0;  // index into Placement::links: first link of its route, or of its group's tree
  std::uint32_t links = 0;
  std::int32_t barrier = -1;  // index into Placement::barriers
  Time latency{};             // latency of the route; for a group's lane, of the longest path in its tree
};

// The lanes that meet at a group's barrier on one channel.
struct PlacedBarrier {
  std::vector<std::int32_t>
      lanes;  // the members' lanes, in the group's order; -1: the member has no lane here
};

struct Placement {
  std::vector<PlacedLane> lanes;
  std::vector<std::int32_t> first_lane;  // per rank; one more entry at the end
  std::vector<LinkId> links;
  std::vector<PlacedBarrier> barriers;
  bool one_for_all = false;
};

// Errors: more ranks than GPUs; no route; a send that no lane receives; a group without a multicast switch.
Result<Placement> place(const Programs&, const Topology&);

// The same with one rank for all. REQUIRES: alike(programs, topology).
Placement place_one_for_all(const Programs&, const Topology&);

// Whether one rank can stand for all: symmetric programs without groups, chunks of one size, and a
// topology whose NVLinks are one switch with equal links to every GPU.
bool alike(const Programs&, const Topology&);

}  // namespace commlab
