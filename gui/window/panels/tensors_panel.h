#pragma once
// What a script's tensors hold.

#include "gui/window/panels/panel.h"

namespace commlab {

void tensors_panel(Panel&);

}  // namespace commlab
