#pragma once
// A rank's local work: how long it takes, and what add, atomic_add, copy and fill write into tensors.

#include "core/machine/machine.h"
#include "core/script/program.h"
#include "sim/script/values/memory.h"

namespace commlab {

// How long a host or a stream works on the step: the time that the step names, or a time from the machine's
// rates.
Time time_of(const ScriptStep&, const Machine&);

// What the step's payload must hold, computed from what memory holds now. REQUIRES: is_local_work(its
// operation).
ScriptData worked_out(const ScriptMemory&, Rank, const ScriptStep&);

}  // namespace commlab
