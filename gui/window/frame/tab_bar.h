#pragma once
// The bar that chooses which of the panels that share the tabs' area is shown.

#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

void tab_bar(Ui&, Session&, const Area&);

}  // namespace commlab
