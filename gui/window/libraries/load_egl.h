#pragma once
// EGL, which gives OpenGL without a display. It is loaded when it is used, so that the program starts on
// computers without it.

#include "core/base/error.h"

namespace commlab {

// Loads libEGL.so.1. Before this has succeeded, no function of EGL/egl.h may be called. Error
// (Fault::runtime): why the library cannot be used.
Status load_egl();

}  // namespace commlab
