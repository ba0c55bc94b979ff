#pragma once
// The lanes of a script's run: a click or drag goes to a time; the wheel zooms; shift + wheel moves along the
// axis.

#include "gui/window/panels/panel.h"

namespace commlab {

void lanes_panel(Panel&);

}  // namespace commlab
