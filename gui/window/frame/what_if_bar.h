#pragma once
// Where a question from the floor is put: at the bottom of the window, as high as it needs to be, so that
// what comes of it is seen above.

#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

// The small control that opens it, at the right end of the caption; what is left of the caption.
Area what_if_button(Ui&, Session&, const Area& caption);
// 0 where it is closed.
double height_of_what_if_bar(Ui&, Session&, double width);
// `area`: as high as that.
void what_if_bar(Ui&, Session&, const Area& area);

}  // namespace commlab
