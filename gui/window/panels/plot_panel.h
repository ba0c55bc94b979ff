#pragma once
// The plot's panel: tabs, buttons while there are no sizes yet, and a cursor that can be dragged to another
// size.

#include "gui/window/panels/panel.h"

namespace commlab {

void plot_panel(Panel&);

}  // namespace commlab
