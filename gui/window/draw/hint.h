#pragma once
// A tooltip over a picture: what is under the pointer.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"

namespace commlab {

// `at` is its upper left corner, or its middle with Anchor::middle. It is moved so that it stays inside the
// area, and long lines are broken.
void draw_hint(Canvas&, const Theme&, const Area& inside, PicturePoint at,
               const std::vector<std::string>& lines, Anchor = Anchor::start);

// A tooltip that does not cover `thing`: below it, above it or at its side, the first of these that has room.
void draw_hint_about(Canvas&, const Theme&, const Area& inside, const Area& thing,
                     const std::vector<std::string>& lines);

}  // namespace commlab
