#pragma once
// An Experiment, simulated: its link model, faults, protocol and launch become options of simulate().

#include <optional>

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "core/experiment/run.h"
#include "core/machine/machine.h"
#include "core/programs/programs.h"

namespace commlab {

// The run function of a backend that models (Backend::run in core/run.h). Errors: the faults do not fit the
// machine; all errors of simulate(). REQUIRES: a machine.
Result<Run> simulate_experiment(const Programs&, const std::optional<Machine>&, const Experiment&,
                                const RunOptions&);

}  // namespace commlab
