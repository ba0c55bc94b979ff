#pragma once
// The functions that the window calls (WindowTools), done by the same code as the commands.

#include "gui/experiments/tools.h"
#include "gui/window/run/window_tools.h"

namespace commlab {

// Keeps a reference to tools.
WindowTools window_tools(const Tools&);

}  // namespace commlab
