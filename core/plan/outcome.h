#pragma once
// A finished run and its description: what ran, on which machine, how long it took, and how that compares
// with what is possible. The command line prints it, lessons query it, and the window plays it.

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bounds/bounds.h"
#include "core/experiment/run.h"
#include "core/machine/damage.h"
#include "core/machine/machine.h"
#include "core/nccl/nccl_choice.h"
#include "core/plan/planner.h"
#include "core/programs/programs.h"
#include "core/schedule/algorithm.h"

namespace commlab {

struct Outcome {
  Experiment experiment{};  // the line that repeats the run, defaults and algorithm included
  ProtocolChoice protocol = ProtocolChoice::automatic;  // that ran; automatic if the machine has none
  std::optional<NcclWay> nccl{};                        // if NCCL chose the algorithm
  std::optional<double>
      band{};  // of NCCL's call without faults: four of five take time / band to time * band
  std::optional<double> as_measured{};  // of NCCL's call: what was measured on the machine makes it this many
                                        // times longer than the machine's costs do
  std::string why{};                 // reason for the algorithm, if the user did not choose it
  std::string why_pieces{};          // reason for the number of pieces, if the user did not choose it
  std::optional<Machine> machine{};
  std::vector<SlowedLink> slowed{};      // links of the machine that are slower than it says
  const Algorithm* algorithm = nullptr;  // null: a script, or a file whose experiment cannot be repeated here
  std::shared_ptr<const Programs> programs{};  // null in the same cases
  std::string no_programs{};                   // for a file: why there are no programs, in a sentence
  Run run{};                                   // the trace carries the experiment's line
  std::optional<Chain> chain{};                // present if there is a simulated trace
  std::optional<Bound> bound{};     // present if it was asked for, and there is a machine with enough GPUs
  std::optional<bool> one_order{};  // all ranks combine in one order: equal bits; not known for large runs,
                                    // or if nobody asked
  std::optional<bool> verified{};   // data checked, or schedule proved; not known in the same cases
  bool models = true;               // true: the times are predicted; false: measured
  std::string badge{};              // source of these times: "simulated", "measured: 4 threads"

  // REQUIRES: programs.
  const Collective& collective() const {
    assert(programs && "programs");
    return programs->collective;
  }
  // REQUIRES: the run has a trace.
  const Trace& trace() const {
    assert(run.trace && "a trace");
    return *run.trace;
  }
  // The transfers of the critical path, first to last; empty if the path is not known.
  std::span<const std::int32_t> critical() const {
    return chain ? std::span<const std::int32_t>(chain->transfers) : std::span<const std::int32_t>{};
  }
  // How the critical path's time was spent; nullopt if it is not known.
  std::optional<TimeSplit> split() const { return chain ? std::optional(chain->split) : run.split; }
  // The algorithm's idea, in one sentence; empty if no algorithm is known.
  std::string_view idea() const { return algorithm ? algorithm->idea : std::string_view{}; }
};

// The place that sets the bound: "gpu0 -> gpu1"; and the links that were used, if not all.
std::string bound_place(const Bound&, const Experiment&);
// "launch 5.15 us, then gpu0 -> gpu1": the same, after what the call costs before.
std::string bound_parts(const Bound&, const Experiment&);
double percent_of_bound(const Bound&,
                        Time);            // 100 = as fast as anything can be, and where nothing takes time
double percent_of_bound(const Outcome&);  // of its run. REQUIRES: bound.

// How many times slower a link is than its machine says; 1 if it is not slowed.
double slowed_times(const Outcome&, LinkId);

// When the last byte arrived at each destination of a p2p, in order. REQUIRES: a trace.
std::vector<Time> arrival_times(const Trace&, const std::vector<Rank>& destinations);

}  // namespace commlab
