#pragma once
// The plot's panel: tabs, buttons where there are no sizes yet, and a cursor that is dragged to another size.

#include "gui/window/panels/panel.h"

namespace commlab {

void plot_panel(Panel&);

}  // namespace commlab
