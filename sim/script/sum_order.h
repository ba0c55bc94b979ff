#pragma once
// In which order a reduction adds its contributions up, element by element: the programs played on terms
// instead of numbers.

#include <vector>

#include "core/programs/programs.h"
#include "core/script/run.h"
#include "sim/script/memory.h"

namespace commlab {

// Of the first elements of the result, where ranks and elements are few enough to be read; else none.
// `outputs`: the members' values, of which those of the root, or of the owner of the block, are told.
std::vector<ScriptSum> sums_of(const Programs&, const std::vector<Rank>& members,
                               const std::vector<ScriptData>& outputs);

}  // namespace commlab
