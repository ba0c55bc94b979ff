#include "gui/window/panels/article_panel.h"

#include <algorithm>
#include <string>

#include "gui/window/article/article_text.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/draw/scroll_bar.h"
#include "gui/window/session/session.h"

namespace commlab {
void article_panel(Panel& panel, const Article& article, ArticleState& state, std::string_view id) {
  const Theme& theme = panel.session.theme;
  const Area area = beside_scroll_bar(panel.area.inset(theme.gap), theme);
  const double height = height_of(article, area.width, theme, panel.canvas);
  const double notch = lines_of_a_notch * line_height(theme.small());
  state.scrolled =
      std::clamp(state.scrolled - panel.pointer.wheel * notch, 0.0, std::max(0.0, height - area.height));
  Selection under{};
  if (panel.pointer.at)
    under = article_at(panel.canvas, area, article, theme, state.scrolled, *panel.pointer.at);
  if (!under.empty()) panel.session.view.hovered = under;
  draw_article(panel.canvas, area, article, theme, state.scrolled, under);
  draw_scroll_bar(panel.canvas, theme, area, panel.area.right(), height, state.scrolled);
  panel.registry.note(
      {.id = std::string(id), .role = Role::label, .value = text_of(article), .area = panel.area});
  if (panel.pointer.pressed && !under.empty()) panel.session.view.selected = under;
}

}  // namespace commlab
