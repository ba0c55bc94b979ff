#pragma once
// What one run of the engine simulates, and on what terms.

#include "core/machine/machine.h"
#include "core/programs/programs.h"
#include "sim/engine/placement.h"
#include "sim/options.h"

namespace commlab {

// The values it refers to must outlive the run.
struct RunSetting {
  const Programs& programs;
  const Machine& machine;
  const Topology& topology;  // the machine's, as the faults left it
  const Placement& placement;
  const SimulateOptions& options;  // with options.trace, every transfer and span is recorded
  // What a message costs in this run, protocol and way of launching considered.
  Costs costs;
  Protocol protocol;
  bool streaming = false;
  int calls = 1;  // each rank launches its next call when it has finished one
};

}  // namespace commlab
