#pragma once
// All algorithms of a collective, simulated on one machine: a ranking at one size, or a race over many sizes,
// in which the fastest algorithm changes.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bounds/bounds.h"
#include "core/plan/perform.h"
#include "core/plan/setup.h"
#include "gui/experiments/tools.h"

namespace commlab {

struct Ranked {
  const Algorithm* algorithm;
  ProtocolChoice protocol;  // automatic if the machine has no protocols
  int channels;
  Time time;
  int steps;
  std::int64_t transfers;
  std::optional<bool> verified;
  std::string limited_by;          // "gpu0 -> nvswitch, busy 99 %", "latency of 14 messages in a row, 87 %"
  std::string needs = {};          // what it takes to have it on GPUs; empty: not known
  std::string nccl = {};           // "Ring/LL": it stands for what NCCL would choose; else empty
};

struct Ranking {
  Setup setup;
  std::optional<Bound> bound;
  std::vector<Ranked> ranked;  // the fastest first; never empty
  std::vector<Refused> refused;
};

// Ranks at one size; if the experiment asks for algorithm nccl, also what NCCL would choose. An error: no
// algorithm can do it, or the experiment has mistakes.
Result<Ranking> rank_algorithms(const Setup&, const Tools&, const ReportProgress&);

// How long each algorithm takes at one size, the fastest first. Left out are those that cannot run here, or
// have more transfers than the setup's budget allows.
struct TimeOfAlgorithm {
  const Algorithm* algorithm;
  Time time;
};
std::vector<TimeOfAlgorithm> times_of_all(const Setup&, const Tools&);

// A stretch of sizes with one winner, and how far it is ahead: 1.5 if the next algorithm takes 1.5 times as
// long.
struct Lead {
  const Algorithm* winner;
  std::size_t first;  // indices into Race::sizes
  std::size_t last;
  std::optional<Bytes> since;  // the size at which it takes the lead, within 1 %; nothing: the first size
  Time first_time, last_time;
  const Algorithm* rival = nullptr;  // the algorithm that comes closest; null: there is no other
  double least_ahead = 1, most_ahead = 1;
};

// Every algorithm's time at every size.
struct Race {
  struct Runner {
    const Algorithm* algorithm;
    std::vector<std::optional<Time>> times;  // one for each size; nothing: the algorithm does not apply
    Error why = {};                          // the reason, where there is such a size
  };
  Setup setup;  // with the first size
  std::vector<Bytes> sizes;
  std::vector<std::optional<Time>> bounds;  // one for each size
  std::vector<Runner> runners;
  std::vector<Refused> refused;  // algorithms that apply at no size
  std::vector<Lead> leads;       // the last one may grow with the next size
};

// One size of a race: a time, or why there is none, for each of the race's runners.
struct RacedSize {
  Bytes size;
  std::optional<Time> bound;
  std::vector<Result<Time>> times;
};

// A race at no size yet, with all algorithms as its runners.
Race start_of_race(const Setup&);
// Runs all runners at all sizes, and takes the sizes in order.
void run_race(const Race&, const std::vector<Bytes>& sizes, const Tools&, const ReportProgress&,
              const std::function<void(RacedSize)>& take);
// Where another algorithm leads than before, the size is looked for at which it takes over.
void add(Race&, RacedSize, const Tools&);
// The race with those runners alone that apply at some size. An error: there are none.
Result<Race> settled(Race);

// All of the above. REQUIRES: there is at least one size.
Result<Race> race_algorithms(const Setup&, const std::vector<Bytes>& sizes, const Tools&,
                             const ReportProgress&);

// The fastest runner at a size, and the next one, as indices into Race::runners; -1: none.
struct Podium {
  int winner = -1;
  int next = -1;
};
Podium podium_at(const Race&, std::size_t size);

}  // namespace commlab
