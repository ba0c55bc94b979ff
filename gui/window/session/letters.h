#pragma once
// Letters take the same share of a screen at every resolution, so that a window of 2160 lines can be read.

#include "gui/window/session/session.h"

namespace commlab {

// Enlarges the letters that the user chose by as much as the window is higher than `usual`, in pixels.
void follow_height(Session&, double height, double usual);

}  // namespace commlab
