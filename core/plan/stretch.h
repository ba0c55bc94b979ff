#pragma once
// A simulated run at another pace: all its times in the same proportion.

#include "core/base/units.h"
#include "core/experiment/run.h"

namespace commlab {

// Every time of the run, and of its trace, times `longer` / `shorter`. What was equal stays equal, and the
// order stays. REQUIRES: longer > 0, shorter > 0.
void stretch(Run&, Time longer, Time shorter);

}  // namespace commlab
