#pragma once
// The functions that planning needs from the rest of the program: core/plan knows neither the simulator, nor
// hardware, nor the files of this computer.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "core/experiment/run.h"
#include "core/machine/machine.h"
#include "core/programs/budget.h"
#include "core/programs/programs.h"
#include "core/schedule/algorithm.h"
#include "core/trace/trace.h"

namespace commlab {

class PlanStore;

// Predicts how long programs take on a machine, by the experiment's protocol, link model and faults. A run
// that takes longer than `limit` may be given up (Run::given_up); with `never`, none is. Returns an error if
// they cannot run there, or if prediction was asked to stop. Called from several threads at once.
using Predict = std::function<Result<Run>(const Programs&, const Machine&, const Experiment&, Time limit)>;

// Why a run took so long: the chain of transfers that ended last, and where its time went.
struct Chain {
  std::vector<std::int32_t> transfers;  // indices into the trace, first to last
  TimeSplit split;
};

struct Planner {
  std::span<const Backend> backends;  // the first one is a model
  // The machine that an experiment names. nullopt: the experiment runs on this computer, which was not
  // calibrated yet. An error names what is not known.
  std::function<Result<std::optional<Machine>>(const Experiment&)> machine;
  Predict predict;
  std::function<Chain(const Trace&)> critical_path;  // for a simulated trace
  Budget budget{};                                   // what a run may cost on this computer
  int cores = 1;                                     // predictions that may run at the same time
  std::shared_ptr<PlanStore> plans{};                // for all its setups; may be null
  std::vector<const Algorithm*> own_algorithms{};    // beside those of the list

  const Backend& backend(BackendName) const;  // REQUIRES: there is one of that name.
};

}  // namespace commlab
