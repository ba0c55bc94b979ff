#pragma once
// A tooltip over a picture that says what is under the pointer.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"

namespace commlab {

// `at` is the tooltip's upper left corner, or its middle with Anchor::middle. The tooltip is moved so that it
// stays inside the area, and long lines are broken.
void draw_hint(Canvas&, const Theme&, const Area& inside, PicturePoint at,
               const std::vector<std::string>& lines, Anchor = Anchor::start);

// A tooltip that does not cover `thing`: it stands below, above or beside the thing, at the first of these
// places that has room.
void draw_hint_about(Canvas&, const Theme&, const Area& inside, const Area& thing,
                     const std::vector<std::string>& lines);

}  // namespace commlab
