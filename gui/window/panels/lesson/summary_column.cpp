#include "gui/window/panels/lesson/summary_column.h"

#include "gui/window/draw/paragraph.h"

namespace commlab {

void SummaryColumn::figure(const std::string& id, const std::string& number, std::string_view what) {
  const double size = 1.5 * theme_.font, height = line_height(size);
  const double y = rest_.y + height / 2;
  ui_.label(id, {rest_.x, y}, number, {.color = theme_.words, .size = size, .bold = true});
  const double left = rest_.x + ui_.canvas.width_of(number, size) * bold_width + theme_.gap;
  ui_.canvas.text({left, y + 0.15 * theme_.font},
                  shortened(what, rest_.right() - left, theme_.font, ui_.canvas),
                  {.color = theme_.words, .size = theme_.font});
  take(height);
}

void SummaryColumn::words(const std::string& text) {
  take(draw_paragraph(ui_.canvas, {rest_.x, rest_.y}, rest_.width, text,
                      {.color = theme_.quiet, .size = theme_.font}) +
       theme_.gap);
}

bool SummaryColumn::button(const std::string& id, const std::string& name, ButtonLook look) {
  const std::string text =
      shortened(name, (rest_.width - 2 * theme_.gap) / bold_width, theme_.font, ui_.canvas);
  const Area area{rest_.x, rest_.y, rest_.width, button_height()};
  if (look.tooltip.empty() && text != name) look.tooltip = name;
  look.value = name;
  take(area.height + theme_.gap);
  return ui_.button(id, text, area, look);
}

void SummaryColumn::take(double height) {
  rest_.y += height;
  rest_.height -= height;
}

}  // namespace commlab
