#pragma once
// In which order a reduction adds up its contributions, for each element: the programs run on terms instead
// of numbers.

#include <vector>

#include "core/programs/programs.h"
#include "core/script/run.h"
#include "sim/script/values/memory.h"

namespace commlab {

// The sums of the first elements of the result; empty where ranks or elements are too many to be read.
// `outputs`: the members' results, from which the values are taken: the root's, or those of each block's
// owner.
std::vector<ScriptSum> sums_of(const Programs&, const std::vector<Rank>& members,
                               const std::vector<ScriptData>& outputs);

}  // namespace commlab
