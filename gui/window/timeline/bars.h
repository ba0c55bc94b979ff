#pragma once
// Draws the bars of the timeline, each as a shape of its own.

#include "gui/picture/canvas.h"
#include "gui/window/run/shown.h"
#include "gui/window/timeline/layout.h"

namespace commlab {

void draw_bars(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&);

}  // namespace commlab
