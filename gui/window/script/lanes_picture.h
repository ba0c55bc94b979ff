#pragma once
// The lanes of a script's run: who did what when, in which line; what travelled; and where it hangs, who
// waits for whom. What has not happened yet is faint.

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/script/lanes_layout.h"

namespace commlab {

// `pointer`: what lies under it is told beside it.
void draw_lanes(Canvas&, const LanesLayout&, const ScriptShown&, std::optional<PicturePoint> pointer = {});

}  // namespace commlab
