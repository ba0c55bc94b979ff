#include "gui/window/topology/gpu_badges.h"

namespace commlab {

void draw_root_badge(Canvas& canvas, const Theme& theme, PicturePoint middle, double side) {
  const std::array<PicturePoint, 4> diamond = {
      PicturePoint{middle.x, middle.y - side}, PicturePoint{middle.x + side, middle.y},
      PicturePoint{middle.x, middle.y + side}, PicturePoint{middle.x - side, middle.y}};
  canvas.polygon(diamond, theme.accent);
}

void draw_done_badge(Canvas& canvas, const Theme& theme, PicturePoint middle, double radius) {
  canvas.disc(middle, radius, theme.good);
  const std::array<PicturePoint, 3> tick = {PicturePoint{middle.x - 0.5 * radius, middle.y},
                                            PicturePoint{middle.x - 0.1 * radius, middle.y + 0.4 * radius},
                                            PicturePoint{middle.x + 0.5 * radius, middle.y - 0.4 * radius}};
  canvas.path(tick, {.color = theme.panel, .width = 1.6 * theme.line});
}

}  // namespace commlab
