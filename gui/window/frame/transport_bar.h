#pragma once
// The bar with Play, the steps, and the present time of the run.

#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

void transport_bar(Ui&, Session&, const Area&);

}  // namespace commlab
