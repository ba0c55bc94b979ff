#pragma once
// Marks that tell kinds of bars apart without colour, on the bars and in the legend.

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"

namespace commlab {

inline constexpr double shortest_bar = 3;  // pixels; shorter bars that touch are drawn as one

// Marks a copy: diagonal lines, cut at the bar's edges.
void draw_hatch(Canvas&, const Area&, double apart, Color);
// Marks a copy if there are too many bars for hatching: a stripe along the middle.
void draw_stripe(Canvas&, const Area&, Color);
// A bar of the run before the last change: plain grey, in a thin lane.
Color ghost_color(const Theme&);
void draw_ghost_bar(Canvas&, const Area&, const Theme&);

}  // namespace commlab
