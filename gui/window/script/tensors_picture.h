#pragma once
// What each rank's tensors hold: in the beginning, and now. "?" is an element that was never written, or that
// the library leaves undefined; what was written last is outlined. Of a script that writes very much, what
// they hold is known at its end alone. Where there is no room for a rank, the last line names it.

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/script/tensors_layout.h"

namespace commlab {

void draw_tensors(Canvas&, const Area&, const TensorsLayout&, const ScriptShown&, double scrolled = 0);

}  // namespace commlab
