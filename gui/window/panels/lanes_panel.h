#pragma once
// The lanes of a script's run: a click or drag goes to a time, the wheel zooms, with shift it moves along.

#include "gui/window/panels/panel.h"

namespace commlab {

void lanes_panel(Panel&);

}  // namespace commlab
