#pragma once
// The goal, above the cells: reached, missed or still ahead.

#include <string_view>
#include <vector>

#include "gui/window/matrix/painter.h"

namespace commlab {

// Its lines in a box of that width: beside the mark; or where that takes fewer of them, around it, so that
// only the first is beside it.
struct GoalLines {
  std::vector<std::string_view> lines;
  bool around_mark = false;
  double height = 0;  // of the box
};
GoalLines goal_lines(std::string_view goal, double width, double size, const Theme&, const Canvas&);

void draw_goal(const MatrixPainter&, std::string_view goal);

}  // namespace commlab
