#pragma once
// Beside what is scrolled by the wheel: which part of it is seen.

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"

namespace commlab {

// What the bar leaves of an area, whether there is one or not: words stay where they are.
Area beside_scroll_bar(Area, const Theme&);

// At the edge `right` of the area's panel; none where all of it is seen. `height`: of what is scrolled, of
// which `scrolled` pixels are above the area.
void draw_scroll_bar(Canvas&, const Theme&, const Area&, double right, double height, double scrolled);

}  // namespace commlab
