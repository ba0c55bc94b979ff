#pragma once
// Draws the goal above the cells, with a mark that says whether it is reached, missed or still open.

#include <string_view>

#include "gui/window/matrix/painter.h"

namespace commlab {

void draw_goal(const MatrixPainter&, std::string_view goal);

}  // namespace commlab
