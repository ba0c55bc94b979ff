#pragma once
// Exposed communication: the time in which a rank communicates and computes nothing meanwhile.

#include <vector>

#include "core/script/run.h"
#include "sim/script/flavour.h"

namespace commlab {

// Of each rank. Computing is what the compute lane does, or where there are no streams, what the host does.
std::vector<Time> exposed_times(const ScriptRun&, const Flavour&);

}  // namespace commlab
