#pragma once
// A script's outcome.

#include "gui/window/panels/panel.h"

namespace commlab {

void outcome_panel(Panel&);

}  // namespace commlab
