#pragma once
// One line at the bottom: what is being computed, what went wrong, what was done, or what happens now.

#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

void caption_bar(Ui&, Session&, const Area&);

}  // namespace commlab
