#pragma once
// What is drawn over bars, or over the texture in their place.

#include "gui/picture/canvas.h"
#include "gui/window/run/shown.h"
#include "gui/window/timeline/layout.h"

namespace commlab {

// Transfers each of which waited for the one before, as a chain of outlines.
void draw_critical_chain(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&);
// An outline round the selected transfer, and an arrow to whom it goes.
void draw_selected_transfer(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&);

}  // namespace commlab
