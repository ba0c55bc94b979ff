#pragma once
// Sliders and toggles of a lesson's scene: they move at once; the scene is run beside the window, for the
// last stop that was wanted, and the pictures and numbers follow when it is there.

#include "gui/window/imgui/ui.h"
#include "gui/window/page/layout.h"
#include "gui/window/session/session.h"

namespace commlab {

// Of part.explore, the control part.index.
void explore_control(Ui&, Session&, const PagePart&, const Area&);

// Asks for what is wanted, as soon as nothing else is asked: in every frame.
void follow_explorer(Session&);

}  // namespace commlab
