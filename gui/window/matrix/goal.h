#pragma once
// The goal, above the cells: reached, missed or still ahead.

#include <string_view>

#include "gui/window/matrix/painter.h"

namespace commlab {

void draw_goal(const MatrixPainter&, std::string_view goal);

}  // namespace commlab
