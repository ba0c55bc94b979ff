#include "gui/window/draw/scroll_bar.h"

namespace commlab {
namespace {

constexpr double scroll_bar_width = 4;

}  // namespace

Area beside_scroll_bar(Area area, const Theme& theme) {
  area.width -= scroll_bar_width * theme.line;
  return area;
}

void draw_scroll_bar(Canvas& canvas, const Theme& theme, const Area& area, double right, double height,
                     double scrolled) {
  if (height <= area.height) return;
  const double width = scroll_bar_width * theme.line;
  canvas.fill({right - width - 1, area.y + area.height * scrolled / height, width,
               area.height * area.height / height},
              theme.edge);
}

}  // namespace commlab
