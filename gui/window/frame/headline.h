#pragma once
// The bar above the pictures of a presented run: what is run, and its goal.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

// The headline's text, in the smallest number of lines that this width allows.
std::vector<std::string> headline_lines(const Canvas&, const Theme&, const Session&, double width);
void headline(Ui&, const Session&, const Area&);

}  // namespace commlab
