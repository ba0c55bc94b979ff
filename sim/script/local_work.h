#pragma once
// What a rank's work on its own tensors makes of them: add, atomic_add, copy, fill.

#include "core/script/program.h"
#include "sim/script/memory.h"

namespace commlab {

// What the step's payload is to hold, from what memory holds now. REQUIRES: is_local_work.
ScriptData worked_out(const ScriptMemory&, Rank, const ScriptStep&);

}  // namespace commlab
