#include "gui/window/panels/secret_run.h"

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/session/session.h"

namespace commlab {

void draw_secret_run(Panel& panel, std::string_view what) {
  const Theme& theme = panel.session.theme;
  const Area inside = panel.area.inset(2 * theme.gap);
  const std::string words = fmt::format("The run will show here {}.", what);
  const double height = height_of_paragraph(words, inside.width, theme.small(), panel.canvas);
  if (height > inside.height) return;
  draw_paragraph(panel.canvas, {inside.x, inside.center().y - height / 2}, inside.width, words,
                 {.color = theme.quiet, .size = theme.small()});
}

}  // namespace commlab
