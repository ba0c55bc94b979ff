#include "gui/window/matrix/goal_lines.h"

#include <algorithm>

#include "gui/window/draw/paragraph.h"

namespace commlab {

GoalLines goal_lines(std::string_view goal, double width, double size, const Theme& theme,
                     const Canvas& canvas) {
  const double room = width - 2 * goal_padding(theme), beside = room - room_for_goal_mark * size;
  GoalLines found{.lines = wrapped(goal, beside, size, canvas)};
  const std::string_view first = found.lines.front();
  std::string_view rest = goal.substr(first.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  if (!rest.empty()) {
    std::vector<std::string_view> around = wrapped(rest, room, size, canvas);
    around.insert(around.begin(), first);
    found.around_mark = around.size() < found.lines.size();
    if (found.around_mark) found.lines = std::move(around);
  }
  found.height = static_cast<double>(found.lines.size()) * from_goal_line_to_line * size + theme.gap;
  return found;
}

}  // namespace commlab
