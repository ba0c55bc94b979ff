#include "gui/window/draw/hint.h"

#include <algorithm>

#include "gui/window/draw/paragraph.h"

namespace commlab {
namespace {

constexpr double pad = 6;         // round the words
constexpr double hint_apart = 6;  // between a thing and what is said about it

struct Hint {
  std::vector<std::string_view> lines;
  double size;
  double width = 0;
  double height = 0;
};

Hint hint_of(const Canvas& canvas, const Theme& theme, const Area& inside,
             const std::vector<std::string>& lines) {
  Hint hint{.lines = {}, .size = theme.small()};
  for (const std::string& line : lines)
    for (const std::string_view piece : wrapped(line, inside.width - 2 * pad - 4, hint.size, canvas)) {
      hint.width = std::max(hint.width, canvas.width_of(piece, hint.size) + 2 * pad);
      hint.lines.push_back(piece);
    }
  hint.height = static_cast<double>(hint.lines.size()) * line_height(hint.size) + pad;
  return hint;
}

Area moved_inside(Area area, const Area& inside) {
  area.x = std::clamp(area.x, inside.x + 2, std::max(inside.x + 2, inside.right() - area.width - 2));
  area.y = std::clamp(area.y, inside.y + 2, std::max(inside.y + 2, inside.bottom() - area.height - 2));
  return area;
}

void draw(Canvas& canvas, const Theme& theme, const Area& area, const Hint& hint) {
  canvas.fill(area, theme.ground, 4);
  canvas.frame(area, {theme.edge, theme.line}, 4);
  for (std::size_t i = 0; i < hint.lines.size(); ++i)
    canvas.text({area.x + pad, area.y + pad / 2 + (static_cast<double>(i) + 0.5) * line_height(hint.size)},
                hint.lines[i], {theme.words, hint.size});
}

}  // namespace

void draw_hint(Canvas& canvas, const Theme& theme, const Area& inside, PicturePoint at,
               const std::vector<std::string>& lines, Anchor anchor) {
  const Hint hint = hint_of(canvas, theme, inside, lines);
  Area area{at.x, at.y, hint.width, hint.height};
  if (anchor == Anchor::middle) area.x -= area.width / 2, area.y -= area.height / 2;
  draw(canvas, theme, moved_inside(area, inside), hint);
}

void draw_hint_about(Canvas& canvas, const Theme& theme, const Area& inside, const Area& thing,
                     const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  const Hint hint = hint_of(canvas, theme, inside, lines);
  const double left = thing.center().x - hint.width / 2, top = thing.center().y - hint.height / 2;
  const PicturePoint tried[] = {{left, thing.bottom() + hint_apart},
                                {left, thing.y - hint_apart - hint.height},
                                {thing.right() + hint_apart, top},
                                {thing.x - hint_apart - hint.width, top}};
  Area area;
  for (const PicturePoint corner : tried) {
    area = moved_inside({corner.x, corner.y, hint.width, hint.height}, inside);
    if (!area.overlaps(thing)) break;
  }
  draw(canvas, theme, area, hint);
}

}  // namespace commlab
