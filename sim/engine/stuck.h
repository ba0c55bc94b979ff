#pragma once
// The error of a run in which nothing more can happen, although lanes have instructions left.

#include "core/base/error.h"
#include "sim/engine/lanes.h"
#include "sim/engine/run_setting.h"

namespace commlab {

// Says which rank waits for which, and names the circle of waits. REQUIRES: a lane is not done, and none can
// go on.
Error stuck(const RunSetting&, const Lanes&);

}  // namespace commlab
