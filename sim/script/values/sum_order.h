#pragma once
// The order in which a reduction adds its contributions, for each element. To find it, the programs run on
// terms instead of numbers.

#include <vector>

#include "core/programs/programs.h"
#include "core/script/run.h"
#include "sim/script/values/memory.h"

namespace commlab {

// The sums of the first elements of the result; empty if there are too many ranks or elements to read.
// `outputs`: the members' results, from which the values are taken: those of the root, or of each block's
// owner.
std::vector<ScriptSum> sums_of(const Programs&, const std::vector<Rank>& members,
                               const std::vector<ScriptData>& outputs);

}  // namespace commlab
