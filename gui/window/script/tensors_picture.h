#pragma once
// Draws what each rank's tensors held in the beginning, and what they hold now. "?" is an element that was
// never written, or that the library leaves undefined. The elements that were written last are outlined. If a
// script writes too much, the contents are known only at its end. If there is no room for a rank, the last
// line names that rank.

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/script/tensors_layout.h"

namespace commlab {

void draw_tensors(Canvas&, const Area&, const TensorsLayout&, const ScriptShown&, double scrolled = 0);

}  // namespace commlab
