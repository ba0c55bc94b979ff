#pragma once
// The time that communication costs a rank beside its computing: it runs, and nothing is computed meanwhile.

#include <vector>

#include "core/script/run.h"

namespace commlab {

// Of each rank. Computing is what the compute lane does; where there are no streams, what the host does.
std::vector<Time> exposed_times(const ScriptRun&);

}  // namespace commlab
