#pragma once
// The goal's sentence broken into lines, beside or around its mark.

#include <string_view>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"

namespace commlab {

// In heights of the goal's letters.
inline constexpr double room_for_goal_mark = 1.3;
inline constexpr double from_goal_line_to_line = 1.2;
// The distance between the edge of the goal's box and its contents.
inline double goal_padding(const Theme& theme) { return 0.75 * theme.gap; }

// All lines stand beside the mark; or, if that takes fewer lines, only the first line stands beside it.
struct GoalLines {
  std::vector<std::string_view> lines;
  bool around_mark = false;
  double height = 0;  // height of the box
};
GoalLines goal_lines(std::string_view goal, double width, double size, const Theme&, const Canvas&);

}  // namespace commlab
