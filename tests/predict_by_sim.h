#pragma once
// The simulator as planning and fits ask for it, for tests.

#include "core/plan/planner.h"
#include "sim/simulate_experiment.h"

namespace commlab {

inline Predict predict_by_sim() {
  return [](const Programs& programs, const Machine& machine, const Experiment& experiment, Time limit) {
    return simulate_experiment(programs, machine, experiment, {.limit = limit});
  };
}

}  // namespace commlab
