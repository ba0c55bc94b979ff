#pragma once
// Outlines over the bars, or over the texture that replaces them.

#include "gui/picture/canvas.h"
#include "gui/window/run/shown.h"
#include "gui/window/timeline/layout.h"

namespace commlab {

// The critical path: transfers that each waited for the one before, as a chain of outlines.
void draw_critical_chain(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&);
// An outline around the selected transfer, and an arrow to its receiver.
void draw_selected_transfer(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&);

}  // namespace commlab
