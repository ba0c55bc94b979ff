#pragma once
// Draws the band above the rows: the phases, and a legend of the bars.

#include "gui/picture/canvas.h"
#include "gui/window/run/shown.h"
#include "gui/window/timeline/layout.h"

namespace commlab {

// Phases have alternating background colours behind all rows, and their names above; overlapping phases have
// a third colour.
void draw_phases(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&);

}  // namespace commlab
