#pragma once
// Pixels out of OpenGL.

#include "gui/window/screen/image.h"

namespace commlab {

// Of OpenGL's current framebuffer.
Image read_framebuffer(int width, int height);

}  // namespace commlab
