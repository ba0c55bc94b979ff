#pragma once
// At the right edge of a panel that is scrolled by the wheel: which part of what is there is seen.

#include "gui/window/panel.h"

namespace commlab {

// What the bar leaves of the panel's inner area, whether there is one or not: words stay where they are.
Area beside_scroll_bar(Area, const Theme&);

// None where all of it is seen. `height`: of what is scrolled, of which `scrolled` pixels are above the area.
void draw_scroll_bar(Panel&, const Area&, double height, double scrolled);

}  // namespace commlab
