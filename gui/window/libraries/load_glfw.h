#pragma once
// GLFW, which opens windows. It is loaded when it is used, so that the program starts on computers without
// it.

#include "core/base/error.h"

namespace commlab {

// Loads libglfw.so.3. Before this has succeeded, no function of GLFW/glfw3.h may be called. Error
// (Fault::runtime): what is missing, and which package has it.
Status load_glfw();

}  // namespace commlab
