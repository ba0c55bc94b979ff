#include "gui/window/frame/counters_bar.h"

#include <algorithm>

#include "gui/window/draw/paragraph.h"

namespace commlab {

double height_of_counters(const Theme& theme) {
  return line_height(theme.font) + line_height(theme.small()) + theme.gap;
}

void draw_counters(Canvas& canvas, const Area& area, const std::vector<LabelledValue>& counters,
                   const Theme& theme) {
  double x = area.x + theme.gap;
  const double top = area.y + theme.gap / 2;
  for (const LabelledValue& counter : counters) {
    const double width = std::max(canvas.width_of(counter.text, theme.font) * bold_width,
                                  canvas.width_of(counter.label, theme.small()));
    if (x + width > area.right() - theme.gap) return;
    canvas.text({x, top + line_height(theme.font) / 2}, counter.text,
                {.color = theme.words, .size = theme.font, .bold = true});
    canvas.text({x, top + line_height(theme.font) + line_height(theme.small()) / 2}, counter.label,
                {.color = theme.quiet, .size = theme.small()});
    x += width + 3 * theme.gap;
  }
}

}  // namespace commlab
