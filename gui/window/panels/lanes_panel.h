#pragma once
// The lanes of a script's run: a click or drag goes to a time; the wheel zooms; shift + wheel moves along the
// axis.

#include "gui/window/panels/panel.h"

namespace commlab {

void lanes_panel(Panel&);
// The height in which the lanes are as high as they ever are; 0: no script has run.
double height_for_lanes(const Session&);

}  // namespace commlab
