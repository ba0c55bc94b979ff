#pragma once
// A rank's work of its own: how long it takes, and what add, atomic_add, copy and fill make of tensors.

#include "core/machine/machine.h"
#include "core/script/program.h"
#include "sim/script/values/memory.h"

namespace commlab {

// How long a host or a stream takes for the step: what the step says, or at the machine's rates.
Time time_of(const ScriptStep&, const Machine&);

// What the step's payload is to hold, from what memory holds now. REQUIRES: is_local_work(its operation).
ScriptData worked_out(const ScriptMemory&, Rank, const ScriptStep&);

}  // namespace commlab
