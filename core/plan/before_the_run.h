#pragma once
// A run before it begins: its machine, its collective, how the data are cut, and what every rank brings. No
// message, no time and nothing that was chosen for the run is in it, so that it tells nothing of what will
// happen.

#include "core/plan/outcome.h"

namespace commlab {

// REQUIRES: programs, and a trace of all ranks.
Outcome before_the_run(const Outcome&);

}  // namespace commlab
