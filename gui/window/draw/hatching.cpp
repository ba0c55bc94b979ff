#include "gui/window/draw/hatching.h"

#include <algorithm>

namespace commlab {

void draw_hatch(Canvas& canvas, const Area& area, double apart, Color color) {
  if (area.height < 4) return;
  const double slant = std::min(area.height * 0.6, 10.0);
  for (double foot = area.x - slant + apart; foot < area.right(); foot += apart) {
    const double from = std::max(foot, area.x), to = std::min(foot + slant, area.right());
    if (to - from < 0.5) continue;
    const auto y = [&](double at) { return area.bottom() - (at - foot) / slant * area.height; };
    canvas.line({from, y(from)}, {to, y(to)}, {color, 1.2});
  }
}

void draw_stripe(Canvas& canvas, const Area& area, Color color) {
  const double height = std::clamp(area.height * 0.3, 1.0, 6.0);
  if (area.width > 1 && area.height >= 3)
    canvas.fill({area.x, area.center().y - height / 2, area.width, height}, color);
}

Color ghost_color(const Theme& theme) { return blend(theme.panel, theme.quiet, 0.7); }

void draw_ghost_bar(Canvas& canvas, const Area& area, const Theme& theme) {
  if (area.width < shortest_bar) return;
  canvas.fill({area.x, area.y, area.width - 1, area.height}, ghost_color(theme));
}

}  // namespace commlab
