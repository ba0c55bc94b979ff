#pragma once
// Facts about a whole run, found once instead of at every frame: how busy links were, how idle ranks.

#include <string>
#include <vector>

#include "core/experiment/run.h"
#include "core/playback/replay.h"
#include "core/trace/trace.h"

namespace commlab {

struct RankUse {
  Rank rank = 0;
  Time idle;  // in which it neither sent nor received nor worked
  Time done;  // when its last transfer or work ended
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

// How a run's time changed when a link was edited: "74.9 us, now 254 us: 3.4 times as long".
std::string change_sentence(Time before, Time now);

// All stores into one chunk during the run; and between which ranks a link carried something.
std::vector<const Deposit*> journey(const Replay&, int block, int part);
std::vector<std::string> users_of(const Trace&, LinkId, std::size_t most);

}  // namespace commlab
