#include "gui/window/article_panel.h"

#include <algorithm>
#include <string>

#include "gui/window/paragraph.h"
#include "gui/window/session.h"

namespace commlab {
namespace {

constexpr double scrollbar_width = 4;  // of what shows how much more there is

// Its words never lie under the bar, and stay where they are when it comes.
Area without_bar(Area area, const Theme& theme) {
  area.width -= scrollbar_width * theme.line;
  return area;
}

void draw_scroll_bar(Panel& panel, const Area& area, double height, double scrolled) {
  if (height <= area.height) return;
  const Theme& theme = panel.session.theme;
  panel.canvas.fill(
      {panel.area.right() - scrollbar_width * theme.line - 1, area.y + area.height * scrolled / height,
       scrollbar_width * theme.line, area.height * area.height / height},
      theme.edge);
}

}  // namespace

void article_panel(Panel& panel, const Article& article, ArticleState& state, std::string_view id) {
  const Theme& theme = panel.session.theme;
  const Area area = without_bar(panel.area.inset(theme.gap), theme);
  const double height = height_of(article, area.width, theme, panel.canvas);
  const double notch = lines_of_a_notch * line_height(theme.small());
  state.scrolled =
      std::clamp(state.scrolled - panel.pointer.wheel * notch, 0.0, std::max(0.0, height - area.height));
  Selection under{};
  if (panel.pointer.at)
    under = article_at(panel.canvas, area, article, theme, state.scrolled, *panel.pointer.at);
  if (!under.empty()) panel.session.view.hovered = under;
  draw_article(panel.canvas, area, article, theme, state.scrolled, under);
  draw_scroll_bar(panel, area, height, state.scrolled);
  panel.registry.note(
      {.id = std::string(id), .role = Role::label, .value = text_of(article), .area = panel.area});
  if (panel.pointer.pressed && !under.empty()) panel.session.view.selected = under;
}

}  // namespace commlab
