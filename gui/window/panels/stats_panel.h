#pragma once
// The panel with the run's statistics.

#include "gui/window/panels/panel.h"

namespace commlab {

void stats_panel(Panel&);

}  // namespace commlab
