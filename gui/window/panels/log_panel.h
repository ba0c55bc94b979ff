#pragma once
// The log: what happens, moment by moment. A click goes to the moment.

#include "gui/window/panels/panel.h"

namespace commlab {

void log_panel(Panel&);

}  // namespace commlab
