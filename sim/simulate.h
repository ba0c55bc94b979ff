#pragma once
// The discrete-event model: Programs on a Machine, in whole picoseconds.

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "core/machine/launch_mode.h"
#include "core/machine/machine.h"
#include "core/programs/programs.h"
#include "sim/options.h"

namespace commlab {

// The same programs, machine and options give the same Run, on every computer. Errors: streaming or multicast
// over fifo links; more ranks than GPUs; no route between two ranks that exchange messages; no multicast
// switch for a group; a protocol that the machine does not have; a time or a number of bytes beyond
// 63 bits; ranks that wait forever (the message says which rank waits for which).
Result<Run> simulate(const Programs&, const Machine&, const SimulateOptions& = {});

}  // namespace commlab
