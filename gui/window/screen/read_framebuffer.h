#pragma once
// Reads a finished picture back from OpenGL.

#include "gui/window/screen/image.h"

namespace commlab {

// The pixels of the current framebuffer.
Image read_framebuffer(int width, int height);

}  // namespace commlab
