#pragma once
// The band above the rows: which phase the messages are of, and what the looks of bars mean.

#include "gui/picture/canvas.h"
#include "gui/window/run/shown.h"
#include "gui/window/timeline/layout.h"

namespace commlab {

// Phases alternate between two grounds behind all rows, and are named above; on a third, they overlap.
void draw_phases(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&);

}  // namespace commlab
