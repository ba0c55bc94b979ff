#pragma once
// Sliders and toggles of a lesson's scene. They move at once. The scene at the stop that was chosen last runs
// in the background; the pictures and numbers change when its run is ready.

#include "gui/window/imgui/ui.h"
#include "gui/window/page/layout.h"
#include "gui/window/session/session.h"

namespace commlab {

// Draws control part.index of part.explore.
void explore_control(Ui&, Session&, const PagePart&, const Area&);

// Asks for the wanted stop as soon as the tutor is free. Call it in every frame.
void follow_explorer(Session&);

}  // namespace commlab
