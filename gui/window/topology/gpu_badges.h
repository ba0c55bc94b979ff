#pragma once
// The marks on a GPU, whether it is drawn as its buffer or as a disc: a diamond for the root, a tick for a
// rank that holds all that it was promised.

#include "gui/window/draw/theme.h"

namespace commlab {

// `side`: from the middle to a corner.
void draw_root_badge(Canvas&, const Theme&, PicturePoint middle, double side);
void draw_done_badge(Canvas&, const Theme&, PicturePoint middle, double radius);

}  // namespace commlab
