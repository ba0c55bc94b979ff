#pragma once
// What the window has done for it, by what the commands do.

#include "gui/experiments/tools.h"
#include "gui/window/run/window_tools.h"

namespace commlab {

// Keeps a reference to tools.
WindowTools window_tools(const Tools&);

}  // namespace commlab
