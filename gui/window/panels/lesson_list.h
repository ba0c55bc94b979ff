#pragma once
// The lessons there are, to choose one.

#include "gui/window/imgui/ui.h"
#include "gui/window/panels/panel.h"

namespace commlab {

void lesson_list(Panel&, Ui&);

}  // namespace commlab
