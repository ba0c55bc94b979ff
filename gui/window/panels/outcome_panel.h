#pragma once
// What came of a script.

#include "gui/window/panels/panel.h"

namespace commlab {

void outcome_panel(Panel&);

}  // namespace commlab
