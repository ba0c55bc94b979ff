#include "gui/window/script/lanes_waits.h"

#include <algorithm>
#include <array>

namespace commlab {
namespace {

class WaitsDrawing {
 public:
  WaitsDrawing(Canvas& canvas, const LanesLayout& layout, const ScriptShown& shown)
      : canvas_(canvas), at_(layout), run_(shown.run), theme_(shown.theme) {}

  void draw() {
    for (std::size_t i = 0; i < at_.columns.size(); ++i) {
      const WaitColumn& column = at_.columns[i];
      column.number ? of_circle(i) : of_many(column);
    }
    for (const WaitColumn& column : at_.columns)
      if (column.number) badge(column);
  }

 private:
  const ScriptWait& wait(std::int32_t i) const { return run_.waits[i]; }
  Line line(Color color) const { return {.color = color, .width = 2.5 * theme_.line}; }
  double column_x(std::size_t i) const { return at_.columns[i].x; }

  // An arrow: along the waiting rank's row from where the arrow before it ended, then up or down to the
  // rank that it waits for.
  void of_circle(std::size_t i) {
    const ScriptWait& w = wait(at_.columns[i].waits.front());
    const std::size_t circle = run_.cycle.size();
    const double before = column_x((i + circle - 1) % circle), x = column_x(i);
    const double from = at_.middle_of(w.rank), to = at_.middle_of(w.on);
    canvas_.line({before, from}, {x, from}, line(theme_.bad));
    canvas_.line({x, from}, {x, to}, line(theme_.bad));
    head({x, to}, to > from ? 1 : -1, theme_.bad);
  }

  void of_many(const WaitColumn& column) {
    const Color color = theme_.bad;
    const double to = at_.middle_of(column.on);
    for (const std::int32_t i : column.waits) {
      const double from = at_.middle_of(wait(i).rank);
      canvas_.line({column.x, from}, {column.x, to}, line(color));
      canvas_.disc({column.x, from}, 4 * theme_.line, color);
    }
    const ScriptWait& first = wait(column.waits.front());
    const bool from_both = std::ranges::any_of(
        column.waits, [&](std::int32_t i) { return (wait(i).rank > column.on) != (first.rank > column.on); });
    const bool from_above = first.rank < column.on;
    head({column.x, to}, from_above ? 1 : -1, color);
    if (from_both) head({column.x, to}, from_above ? -1 : 1, color);
  }

  void head(PicturePoint tip, int down, Color color) {
    const double size = 6 * theme_.line;
    const std::array points = {PicturePoint{tip.x, tip.y},
                               PicturePoint{tip.x - down * size, tip.y - down * 1.4 * size},
                               PicturePoint{tip.x + down * size, tip.y - down * 1.4 * size}};
    canvas_.polygon(points, color);
  }

  // The arrow's number, in its middle.
  void badge(const WaitColumn& column) {
    const ScriptWait& w = wait(column.waits.front());
    const PicturePoint middle{column.x, (at_.middle_of(w.rank) + at_.middle_of(w.on)) / 2};
    const double size = theme_.small();
    canvas_.disc(middle, 0.8 * size, theme_.panel);
    canvas_.circle(middle, 0.8 * size, {.color = theme_.bad, .width = 2 * theme_.line});
    canvas_.text(middle, std::to_string(*column.number),
                 {.color = theme_.bad, .size = size, .anchor = Anchor::middle, .bold = true});
  }

  Canvas& canvas_;
  const LanesLayout& at_;
  const ScriptRun& run_;
  const Theme& theme_;
};

}  // namespace

void draw_waits(Canvas& canvas, const LanesLayout& layout, const ScriptShown& shown) {
  if (layout.for_ever.width > 0) WaitsDrawing(canvas, layout, shown).draw();
}

}  // namespace commlab
