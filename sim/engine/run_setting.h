#pragma once
// What one run of the engine simulates, and with which options.

#include "core/machine/machine.h"
#include "core/programs/programs.h"
#include "sim/engine/placement.h"
#include "sim/options.h"

namespace commlab {

// The values to which it refers must outlive the run.
struct RunSetting {
  const Programs& programs;
  const Machine& machine;
  const Placement& placement;
  const SimulateOptions& options;
  // The costs of a message in this run, including protocol and launch mode.
  Costs costs;
  Protocol protocol;
  bool streaming = false;
  int calls = 1;          // each rank launches its next call when it has finished one
  bool recorded = false;  // every transfer and span is recorded
};

}  // namespace commlab
