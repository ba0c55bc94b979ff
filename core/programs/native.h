#pragma once
// A collective that a library performs by itself, behind one call. It has a name in place of an algorithm,
// and Programs that say what is promised, but not how it is done.

#include "core/programs/programs.h"
#include "core/schedule/algorithm.h"

namespace commlab {

// An algorithm named "native". It has no schedule: `write` is null.
const Algorithm& native_algorithm(CollectiveKind);
bool is_native(const Algorithm&);

// The collective and its blocks, and one lane without instructions for each rank.
Programs native_programs(const Collective&);
bool is_native(const Programs&);

}  // namespace commlab
