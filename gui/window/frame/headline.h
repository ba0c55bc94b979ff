#pragma once
// Above the pictures of a presented run: what is run, and its goal.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

// The text, in as few lines as fit this width; and the bar.
std::vector<std::string> headline_lines(const Canvas&, const Theme&, const Session&, double width);
void headline(Ui&, const Session&, const Area&);

}  // namespace commlab
