#pragma once
// A random experiment: most can run, some are refused, and together they reach every option.

#include <cstdint>

#include "core/experiment/experiment.h"
#include "core/plan/planner.h"

namespace commlab {

// The same seed gives the same experiment. The planner finds machines, so that faults can name their links.
Experiment random_experiment(std::uint64_t seed, const Planner&);

}  // namespace commlab
