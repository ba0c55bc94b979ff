#pragma once
// The goal's sentence broken into lines, beside or around its mark.

#include <string_view>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"

namespace commlab {

// In sizes of its letters.
inline constexpr double room_for_goal_mark = 1.3;
inline constexpr double from_goal_line_to_line = 1.2;
// Between the edge of the goal's box and what is in it.
inline double goal_padding(const Theme& theme) { return 0.75 * theme.gap; }

// The lines stand beside the mark; or around it, with only the first line beside it, where that takes fewer
// lines.
struct GoalLines {
  std::vector<std::string_view> lines;
  bool around_mark = false;
  double height = 0;  // of the box
};
GoalLines goal_lines(std::string_view goal, double width, double size, const Theme&, const Canvas&);

}  // namespace commlab
