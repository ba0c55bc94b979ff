#pragma once
// Exposed communication: the time in which a rank communicates and computes nothing meanwhile.

#include <vector>

#include "core/script/run.h"
#include "sim/script/flavour.h"

namespace commlab {

// The exposed time of each rank. Computation is the work of the compute lane, or of the host if there are no
// streams.
std::vector<Time> exposed_times(const ScriptRun&, const Flavour&);

}  // namespace commlab
