#pragma once
// Play, step, and where in time we are.

#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

void transport_bar(Ui&, Session&, const Area&);

}  // namespace commlab
