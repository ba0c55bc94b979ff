#pragma once
// Facts about a run that the picture of its topology needs. They are computed once.

#include <string>
#include <utility>
#include <vector>

#include "core/plan/outcome.h"

namespace commlab {

struct TopologyIndex {
  std::vector<Time> earliest_ready;  // by transfer: the earliest `ready` of this and all later ones
  std::vector<std::string> edits;    // by link: the experiment's change, "4x slower"; mostly empty
  std::vector<std::pair<NodeId, NodeId>> cuts;  // the ends of links that the experiment cut
  std::vector<bool> critical;                   // by link: the critical path crosses it
  bool adds = false;                            // some message is added where it arrives
  bool copies = false;                          // some message is copied
  std::vector<bool> promised;                   // by rank: the collective promises it something
  std::vector<std::vector<Time>> arrivals;      // by rank: when its incoming messages have arrived, sorted
};

TopologyIndex index_topology(const Outcome&);

// Transfers that are ready at t and have not started, in their order.
std::vector<std::int32_t> waiting_at(const TopologyIndex&, const Trace&, Time t);
// The share of all messages to the rank that have arrived at t; 1 if it receives none.
double arrived_share(const TopologyIndex&, Rank, Time t);

}  // namespace commlab
