#pragma once
// The panel with the contents of a script's tensors.

#include "gui/window/panels/panel.h"

namespace commlab {

void tensors_panel(Panel&);

}  // namespace commlab
