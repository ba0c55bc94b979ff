#pragma once
// What is found out about a whole run once, so that a frame need not: how busy links were, how idle ranks.

#include <string>
#include <vector>

#include "core/experiment/run.h"
#include "core/playback/replay.h"
#include "core/trace/trace.h"

namespace commlab {

struct RankUse {
  Rank rank = 0;
  Time idle;  // of the run: neither was it sending or receiving, nor at work
  Time done;  // with all of it
};

struct RunFacts {
  std::vector<LinkUse> links;   // by link; all those of the topology
  std::vector<LinkId> busiest;  // those that carried something, the longest busy first, then the lower id
  std::vector<RankUse> ranks;   // by rank
  std::vector<Rank> slowest;    // the last done first, then the lower rank
  std::int64_t bytes = 0;       // sent, of all transfers
  int steps = 0;
};
RunFacts run_facts(const Trace&);

// Of a run before and after a link was edited: "74.9 us, now 254 us: 3.4 times as long".
std::string change_sentence(Time before, Time now);

// The stores into one chunk, all over the run: its journey. And between whom a link carried something.
std::vector<const Deposit*> journey(const Replay&, int block, int part);
std::vector<std::string> users_of(const Trace&, LinkId, std::size_t most);

}  // namespace commlab
