#include "gui/window/draw/scroll_bar.h"

#include <algorithm>

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

Area strip_of_scroll_bar(const Theme& theme, const Area& area, double right) {
  const double width = 3 * scroll_bar_width * theme.line;
  return {right - scroll_bar_width * theme.line - 2, area.y, width, area.height};
}

double scrolled_by_bar(const Area& area, double height, double pointer_y) {
  const double middle = (pointer_y - area.y) / area.height * height;
  return std::clamp(middle - area.height / 2, 0.0, std::max(0.0, height - area.height));
}

}  // namespace commlab
