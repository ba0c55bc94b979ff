#pragma once
// The lessons there are, to choose one.

#include "gui/window/panel.h"
#include "gui/window/ui.h"

namespace commlab {

void lesson_list(Panel&, Ui&);

}  // namespace commlab
