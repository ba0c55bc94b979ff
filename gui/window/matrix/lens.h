#pragma once
// A lens over the chunk matrix of many ranks: the cells around the pointer, large enough for numbers.

#include "gui/window/matrix/layout.h"
#include "gui/window/run/shown.h"

namespace commlab {

// Draws the lens beside the pointer, inside the area. REQUIRES: a replay, and `at` is in the layout's cells.
void draw_lens(Canvas&, const Area&, const MatrixLayout&, const Shown&, PicturePoint at);

}  // namespace commlab
