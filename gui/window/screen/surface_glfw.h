#pragma once
// A real window, on any window system, through GLFW and OpenGL 3.3.

#include <memory>

#include "core/base/error.h"
#include "gui/window/screen/closing_signals.h"
#include "gui/window/session/session.h"

namespace commlab {

// Shows the session until its window is closed, by the user or by a signal; `signals` may be null. An error
// of Fault::runtime: there is no display, or it has no OpenGL 3.3.
Status play_in_window(Session&, int width, int height, ClosingSignals* signals);

}  // namespace commlab
