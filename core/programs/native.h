#pragma once
// What a library does by itself, behind one call: a name where an algorithm would stand, and Programs
// that say what is promised and nothing of how.

#include "core/programs/programs.h"
#include "core/schedule/algorithm.h"

namespace commlab {

// Named "native". There is no schedule of it: `write` is null.
const Algorithm& native_algorithm(CollectiveKind);
bool is_native(const Algorithm&);

// The collective and its blocks, and for each rank one lane without instructions.
Programs native_programs(const Collective&);
bool is_native(const Programs&);

}  // namespace commlab
