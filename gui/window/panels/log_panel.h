#pragma once
// What happens, moment by moment; a click goes there.

#include "gui/window/panels/panel.h"

namespace commlab {

void log_panel(Panel&);

}  // namespace commlab
