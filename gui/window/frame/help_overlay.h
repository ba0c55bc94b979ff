#pragma once
// The overlay of keys: which key does what now, grouped by topic, in as many columns as fit.

#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

void help_overlay(Ui&, Session&, const Area& window);

}  // namespace commlab
