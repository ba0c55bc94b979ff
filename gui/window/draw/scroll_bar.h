#pragma once
// A bar that shows which part of a scrolled panel is visible, and can be dragged.

#include <optional>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"

namespace commlab {

// The area without the bar's strip. The strip stays free even if there is no bar, so that words never move.
Area beside_scroll_bar(Area, const Theme&);

// Draws the bar at `right`, the edge of the area's panel. Draws nothing if everything is visible. `height` is
// the height of the whole contents, of which `scrolled` pixels are above the area.
void draw_scroll_bar(Canvas&, const Theme&, const Area&, double right, double height, double scrolled);

// The strip at the panel's edge in which the bar can be pressed. It is wider than the bar.
Area strip_of_scroll_bar(const Theme&, const Area&, double right);
// How many pixels of the contents are above the area if the middle of the bar follows the pointer, which went
// down in the strip.
double scrolled_by_bar(const Area&, double height, double pointer_y);

}  // namespace commlab
