#pragma once
// A collective that a library performs by itself, behind one call. It has a name in place of an algorithm,
// and Programs that say what is promised, but not how it is done.

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
