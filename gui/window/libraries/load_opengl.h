#pragma once
// OpenGL, which draws. It is loaded when it is used, so that the program starts on computers without it.

#include "core/base/error.h"

namespace commlab {

// Loads libGL.so.1, which Dear ImGui loads, too. Before this has succeeded, no function of GL/gl.h may be
// called. Error (Fault::runtime): what is missing, and which package has it.
Status load_opengl();

}  // namespace commlab
