#pragma once
// The run in numbers.

#include "gui/window/panels/panel.h"

namespace commlab {

void stats_panel(Panel&);

}  // namespace commlab
