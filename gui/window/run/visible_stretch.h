#pragma once
// Which stretch of the axis of time is shown: View::from to View::to, shares of the axis. It is never wider
// than [0, 1], nor narrower than one part in ten million.

#include "gui/window/run/view.h"

namespace commlab {

// `times` closer, about a place on the axis, which stays where it is on the screen; below 1, farther away.
void zoom_timeline(View&, double times, double about);
// To later times by a share of the axis; below 0, to earlier ones.
void pan_timeline(View&, double by);
// To this stretch, or where it is too narrow, to the middle of it.
void zoom_to(View&, double from, double to);

}  // namespace commlab
