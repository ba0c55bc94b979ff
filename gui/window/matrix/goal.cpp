#include "gui/window/matrix/goal.h"

#include "gui/window/matrix/goal_lines.h"
#include "gui/window/run/goal.h"

namespace commlab {

void draw_goal(const MatrixPainter& p, std::string_view goal) {
  const Area& box = p.layout.goal;
  const bool reached = goal_reached(p.replay) <= p.now();
  const bool missed = !reached && p.now() >= p.shown.scene.playback.end();
  const Color mark = reached ? p.theme.good : missed ? p.theme.bad : p.theme.edge;
  p.canvas.fill(box, p.theme.raised, 4);
  p.canvas.frame(box, {.color = mark, .width = p.theme.line * (reached || missed ? 2 : 1)}, 4);
  const double size = p.layout.goal_size, step = from_goal_line_to_line * size;
  const double left = box.x + goal_padding(p.theme), top = box.y + p.theme.gap / 2;
  const PicturePoint center{left + size / 2, top + step / 2};
  const Line stroke{.color = mark, .width = p.theme.line * 2};
  if (reached) draw_check(p.canvas, center, size, stroke);
  if (!reached) p.canvas.circle(center, size * 0.35, stroke);
  const GoalLines words = goal_lines(goal, box.width, size, p.theme, p.canvas);
  for (std::size_t i = 0; i < words.lines.size(); ++i) {
    const double indent = i > 0 && words.around_mark ? 0 : room_for_goal_mark * size;
    p.canvas.text({left + indent, top + (static_cast<double>(i) + 0.5) * step}, words.lines[i],
                  {.color = p.theme.words, .size = size});
  }
}

}  // namespace commlab
