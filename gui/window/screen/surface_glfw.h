#pragma once
// A real window: GLFW, OpenGL 3.3, whatever the window system is.

#include <memory>

#include "core/base/error.h"
#include "gui/window/session/session.h"

namespace commlab {

// Plays the session until its window is closed. An error of Fault::runtime where there is no display, or
// where it gives no OpenGL 3.3.
Status play_in_window(Session&, int width, int height);

}  // namespace commlab
