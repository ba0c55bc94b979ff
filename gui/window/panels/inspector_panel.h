#pragma once
// The panel that tells what is known about the clicked thing.

#include "gui/window/panels/panel.h"

namespace commlab {

void inspector_panel(Panel&);

}  // namespace commlab
