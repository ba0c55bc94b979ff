#pragma once
// What is known of what was clicked.

#include "gui/window/panels/panel.h"

namespace commlab {

void inspector_panel(Panel&);

}  // namespace commlab
