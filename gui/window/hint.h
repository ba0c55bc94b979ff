#pragma once
// Words on a ground of their own, over a picture: what is under the pointer.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/theme.h"

namespace commlab {

// The upper left corner at `at`, or its middle with Anchor::middle; moved so that it stays inside. Lines that
// are too long are broken.
void draw_hint(Canvas&, const Theme&, const Area& inside, PicturePoint at,
               const std::vector<std::string>& lines, Anchor = Anchor::start);

}  // namespace commlab
