#include "gui/window/matrix_goal.h"

#include "gui/window/goal.h"
#include "gui/window/paragraph.h"

namespace commlab {

void draw_goal(const MatrixPainter& p, std::string_view goal) {
  const Area& box = p.layout.goal;
  const bool reached = goal_reached(p.replay) <= p.now();
  const bool missed = !reached && p.now() >= p.shown.scene.playback.end();
  const Color mark = reached ? p.theme.good : missed ? p.theme.bad : p.theme.edge;
  p.canvas.fill(box, p.theme.raised, 4);
  p.canvas.frame(box, {.color = mark, .width = p.theme.line * (reached || missed ? 2 : 1)}, 4);
  const double size = p.layout.goal_size;
  const PicturePoint center{box.x + p.theme.gap + size / 2, box.y + p.theme.gap / 2 + line_height(size) / 2};
  const Line stroke{.color = mark, .width = p.theme.line * 2};
  if (reached) draw_check(p.canvas, center, size, stroke);
  if (!reached) p.canvas.circle(center, size * 0.35, stroke);
  draw_paragraph(p.canvas, {center.x + size * 0.9, box.y + p.theme.gap / 2},
                 box.right() - p.theme.gap - center.x - size * 0.9, goal,
                 {.color = p.theme.words, .size = size});
}

}  // namespace commlab
