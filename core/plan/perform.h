#pragma once
// Runs an experiment: from a setup and a choice to its outcome.

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/progress.h"
#include "core/plan/choice.h"
#include "core/plan/outcome.h"
#include "core/plan/planner.h"
#include "core/plan/setup.h"

namespace commlab {

// Above this many transfers a run is not traced unless the user asks, nor proved: memory stays small.
inline constexpr std::int64_t most_traced_transfers = 200'000;
// Above this many ranks (contributions grow with their square) only `commlab verify` proves.
inline constexpr int most_ranks_proved_by_the_way = 512;

// What the caller shows. What nobody shows is not computed.
struct Wants {
  bool trace = false;          // trace the run even if it is large
  std::optional<int> group{};  // of a trace: only this group of ranks, where all groups do the same
  bool explained = true;       // a small run: its trace and its critical path
  bool split = false;          // where the time goes; without a trace, if it can be told without one
  bool proved = true;          // a small run: a proof of its programs
  bool bound = true;           // the time that no algorithm can beat
  bool buffers = false;        // keep every rank's memory before and after
  std::stop_token stop{};      // asks the run to end
  ReportProgress report{};     // receives the progress
};

// The wants of a caller that shows only how long it takes.
Wants only_the_time(std::stop_token stop = {});
// The wants of a caller that shows one result in numbers, and nothing of a single transfer.
Wants only_the_numbers();

Result<Outcome> perform(const Setup&, const Choice&, const Planner&, Wants = {});

// An algorithm that cannot do the collective here, and the reason in a sentence.
struct Refused {
  const Algorithm* algorithm;
  Error why;
};

struct Performance {
  std::vector<Outcome> outcomes;  // never empty
  std::vector<Refused> refused;   // empty if one algorithm was named
};

// The same, for every chosen algorithm. An error if none of them can run.
Result<Performance> perform_all(const Setup&, const Planner&, Wants = {});

// The error "no algorithm does this here", with the reason of the first refused algorithm.
tl::unexpected<Error> nobody_can(const Collective&, const std::vector<Refused>&);

}  // namespace commlab
