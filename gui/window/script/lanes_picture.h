#pragma once
// The lanes of a script's run: which rank did what, when and in which line; the messages; and if the script
// hangs, which rank waits for which. Everything that has not happened yet is faint.

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/script/lanes_layout.h"

namespace commlab {

// `pointer`: the span under it gets a tooltip.
void draw_lanes(Canvas&, const LanesLayout&, const ScriptShown&, std::optional<PicturePoint> pointer = {});

}  // namespace commlab
