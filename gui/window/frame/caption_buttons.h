#pragma once
// Buttons at the right end of the caption: the way back to a lesson, and the ways to see more than the calm
// first screen shows.

#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

// Draws the buttons. Returns the rest of the caption.
Area caption_buttons(Ui&, Session&, const Area& caption);

}  // namespace commlab
