#pragma once
// What the picture of a topology needs to know of a run, found once.

#include <string>
#include <utility>
#include <vector>

#include "core/plan/outcome.h"

namespace commlab {

struct TopologyIndex {
  std::vector<Time> earliest_ready;             // of each transfer and all that start after it
  std::vector<std::string> edits;               // of each link, by the experiment: "4x slower"; mostly empty
  std::vector<std::pair<NodeId, NodeId>> cuts;  // links that the experiment took away
  std::vector<bool> critical;                   // of each link: the critical path passes it
  bool adds = false;                            // some message is added where it arrives
  bool copies = false;                          // some message is copied
  std::vector<bool> promised;                   // of each rank: the collective promises it something
  std::vector<std::vector<Time>> arrivals;      // of each rank: when what it receives has arrived, sorted
};

TopologyIndex index_topology(const Outcome&);

// Transfers that are ready at t and have not started, in their order.
std::vector<std::int32_t> waiting_at(const TopologyIndex&, const Trace&, Time t);
// Of what the rank receives in all, so much has arrived; 1 where it receives nothing.
double arrived_share(const TopologyIndex&, Rank, Time t);

}  // namespace commlab
