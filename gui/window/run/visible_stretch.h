#pragma once
// Which stretch of the axis of time is shown: View::from to View::to, shares of the axis. It is never wider
// than [0, 1], nor narrower than one part in ten million.

#include "gui/window/run/view.h"

namespace commlab {

// Zooms about a place on the axis, which stays where it is on the screen: `times` > 1 closer, < 1 farther
// away.
void zoom_timeline(View&, double times, double about);
// Moves by a share of the axis: > 0 to later times, < 0 to earlier ones.
void pan_timeline(View&, double by);
// Shows this stretch; if it is too narrow, a wider one with the same middle.
void zoom_to(View&, double from, double to);

}  // namespace commlab
