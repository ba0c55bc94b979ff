#pragma once
// Facts about a whole run, such as how busy links and ranks were. They are computed once, not at every frame.

#include <string>
#include <vector>

#include "core/experiment/run.h"
#include "core/playback/replay.h"
#include "core/trace/trace.h"

namespace commlab {

struct RankUse {
  Rank rank = 0;
  Time idle;  // how long it neither sent nor received nor worked
  Time done;  // when its last transfer or work ended
};

struct RunFacts {
  std::vector<LinkUse> links;   // by link; all links of the topology
  std::vector<LinkId> busiest;  // links that carried something; the longest busy first, then by id
  std::vector<RankUse> ranks;   // by rank
  std::vector<Rank> slowest;    // those recorded; the last to finish first, then by rank
  std::int64_t transfers = 0;   // of all ranks, recorded or not
  std::int64_t bytes = 0;       // sent, by all these transfers
  int steps = 0;
};
RunFacts run_facts(const Trace&);

// How a run's time changed when a link was edited: "74.9 us, now 254 us: 3.4 times as long".
std::string change_sentence(Time before, Time now);

// journey: all stores into one chunk during the run. users_of: the pairs of ranks whose messages crossed the
// link.
std::vector<const Deposit*> journey(const Replay&, int block, int part);
std::vector<std::string> users_of(const Trace&, LinkId, std::size_t most);

}  // namespace commlab
