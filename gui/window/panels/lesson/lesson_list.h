#pragma once
// The list of lessons, to choose one from.

#include "gui/window/imgui/ui.h"
#include "gui/window/panels/panel.h"

namespace commlab {

void lesson_list(Panel&, Ui&);

}  // namespace commlab
