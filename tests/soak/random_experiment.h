#pragma once
// A random experiment: most can run, some are refused, and together they reach every option.

#include <cstdint>

#include "core/experiment/experiment.h"
#include "core/plan/planner.h"
#include "tests/soak/dice.h"

namespace commlab {

// "gpu0-nvswitch"; of a machine without links, a pair that is no link.
std::string random_link(Dice&, const Topology&);

// The same seed gives the same experiment. The planner finds machines, so that faults can name their links.
Experiment random_experiment(std::uint64_t seed, const Planner&);

}  // namespace commlab
