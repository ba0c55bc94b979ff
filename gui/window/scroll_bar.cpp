#include "gui/window/scroll_bar.h"

#include "gui/window/session.h"

namespace commlab {
namespace {

constexpr double scroll_bar_width = 4;

}  // namespace

Area beside_scroll_bar(Area area, const Theme& theme) {
  area.width -= scroll_bar_width * theme.line;
  return area;
}

void draw_scroll_bar(Panel& panel, const Area& area, double height, double scrolled) {
  if (height <= area.height) return;
  const Theme& theme = panel.session.theme;
  panel.canvas.fill(
      {panel.area.right() - scroll_bar_width * theme.line - 1, area.y + area.height * scrolled / height,
       scroll_bar_width * theme.line, area.height * area.height / height},
      theme.edge);
}

}  // namespace commlab
