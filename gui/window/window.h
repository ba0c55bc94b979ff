#pragma once
// The window: plays traces, and shows predicted next to measured time. It knows neither simulator nor
// hardware: WindowTools has functions for what it needs. This header needs no Dear ImGui and no OpenGL.

#include <string_view>

#include "core/base/error.h"
#include "gui/window/run/window_tools.h"
#include "gui/window/window_request.h"

namespace commlab {

// Returns the exit status when the window was closed or the script has ended. An error of Fault::runtime:
// there is no display, or this program was built without a window.
Result<int> open_window(const WindowRequest&, const WindowTools&);
// Empty if this program has a window; otherwise what is missing and how to get it.
std::string_view no_window();

}  // namespace commlab
