#pragma once
// The bar in which a question from the class is asked. It is at the bottom of the window and no higher than
// it needs to be, so that the result is visible above it.

#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

// Draws the small button that opens the bar, at the right end of the caption. Returns the rest of the
// caption.
Area what_if_button(Ui&, Session&, const Area& caption);
// 0 if the bar is closed.
double height_of_what_if_bar(Ui&, Session&, double width);
// REQUIRES: `area` has the height of height_of_what_if_bar().
void what_if_bar(Ui&, Session&, const Area& area);

}  // namespace commlab
