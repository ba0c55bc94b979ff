#pragma once
// The script's stopwatches, in the lanes of the hosts whose clocks they read:
//
//   |--| t: 5.00 us

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/script/lanes_layout.h"

namespace commlab {

// Draws the times that the script's stopwatches have measured up to now.
void draw_timers(Canvas&, const LanesLayout&, const ScriptShown&);

}  // namespace commlab
