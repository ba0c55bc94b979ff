#include "gui/window/hint.h"

#include <algorithm>

#include "gui/window/paragraph.h"

namespace commlab {

void draw_hint(Canvas& canvas, const Theme& theme, const Area& inside, PicturePoint at,
               const std::vector<std::string>& lines, Anchor anchor) {
  const double size = theme.small(), pad = 6, step = line_height(size);
  std::vector<std::string_view> fitting;
  double width = 0;
  for (const std::string& line : lines)
    for (const std::string_view piece : wrapped(line, inside.width - 2 * pad - 4, size, canvas)) {
      width = std::max(width, canvas.width_of(piece, size));
      fitting.push_back(piece);
    }
  Area area{at.x, at.y, width + 2 * pad, static_cast<double>(fitting.size()) * step + pad};
  if (anchor == Anchor::middle) area.x -= area.width / 2, area.y -= area.height / 2;
  area.x = std::clamp(area.x, inside.x + 2, std::max(inside.x + 2, inside.right() - area.width - 2));
  area.y = std::clamp(area.y, inside.y + 2, std::max(inside.y + 2, inside.bottom() - area.height - 2));
  canvas.fill(area, theme.ground, 4);
  canvas.frame(area, {theme.edge, theme.line}, 4);
  for (std::size_t i = 0; i < fitting.size(); ++i)
    canvas.text({area.x + pad, area.y + pad / 2 + (static_cast<double>(i) + 0.5) * step}, fitting[i],
                {theme.words, size});
}

}  // namespace commlab
