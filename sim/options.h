#pragma once
// The options of one simulation: how links are modelled, what goes wrong, what is recorded.

#include <optional>
#include <stop_token>
#include <string>

#include "core/experiment/choices.h"
#include "core/experiment/run.h"
#include "core/machine/machine.h"
#include "core/programs/budget.h"
#include "sim/faults.h"

namespace commlab {

// Above this many transfers a run is recorded only if its trace is asked for: memory stays small.
inline constexpr std::int64_t most_recorded = 200'000;

// Where equal tiles of ranks send chunks of odd sizes, all tiles are simulated in runs of up to so many
// transfers: by the recurrence, or by the engine. In a larger run, every chunk gets the size of the largest
// one, so that one tile stands for all.
inline constexpr std::int64_t most_recurred_of_odd_sizes = 100'000'000;
inline constexpr std::int64_t most_of_odd_sizes = 200'000;

struct SimulateOptions {
  LinkModel links = LinkModel::fair;
  bool exact = false;      // simulate every rank and every transfer, without shortcuts
  bool streaming = false;  // fused receive-sends pass bytes on as they arrive (LL, LL128), not when complete
  bool trace = false;
  // Say where the time goes, along the critical path. Where only a record of all transfers tells, it is said
  // of runs of up to most_recorded transfers.
  bool split = false;
  std::optional<int> group{};  // of the trace: only this group of ranks, where all groups do the same
  Faults faults;
  std::string protocol{};  // one of the machine's protocols; empty if it has none, and for p2p
  LaunchMode launch = LaunchMode::processes;
  // Simulate the time of one call among many, as nccl-tests measures it: each rank begins its next call as
  // soon as it has finished one. The calls of a chain overlap; if every rank waits for all other ranks, calls
  // do not overlap. There is no trace.
  bool loop = false;
  Budget budget{};          // what costs more is refused before it is simulated
  Time limit = never;       // a run that takes longer may be given up there (Run::given_up); not with `loop`
  std::stop_token stop{};   // once it requests a stop, the run soon ends with an error of Fault::runtime
  ReportProgress report{};  // gets how far the run is; may be empty
};

}  // namespace commlab
