#pragma once
// The report on a run in which nothing can happen any more, although lanes have instructions left.

#include "core/base/error.h"
#include "sim/engine/lanes.h"
#include "sim/engine/run_setting.h"

namespace commlab {

// Who waits for whom, and in which circle. REQUIRES: a lane is not done, and none can go on.
Error stuck(const RunSetting&, const Lanes&);

}  // namespace commlab
