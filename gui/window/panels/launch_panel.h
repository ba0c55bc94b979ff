#pragma once
// A lesson's launch: processes on nodes.

#include "gui/window/panels/panel.h"

namespace commlab {

void launch_panel(Panel&);

}  // namespace commlab
