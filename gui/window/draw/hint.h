#pragma once
// Words on a ground of their own, over a picture: what is under the pointer.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"

namespace commlab {

// The upper left corner at `at`, or its middle with Anchor::middle; moved so that it stays inside. Lines that
// are too long are broken.
void draw_hint(Canvas&, const Theme&, const Area& inside, PicturePoint at,
               const std::vector<std::string>& lines, Anchor = Anchor::start);

// About a thing, which stays to be seen: below it, above it or at its side, the first of these that the area
// has room for.
void draw_hint_about(Canvas&, const Theme&, const Area& inside, const Area& thing,
                     const std::vector<std::string>& lines);

}  // namespace commlab
