#pragma once
// Which key does what where the window stands: commands, grouped by what they are for, in as many columns as
// there is room for.

#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

void help_overlay(Ui&, Session&, const Area& window);

}  // namespace commlab
