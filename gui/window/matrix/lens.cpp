#include "gui/window/matrix/lens.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/run/matrix_cell.h"

namespace commlab {
namespace {

constexpr int most_cells = 9;  // in a row of the lens
constexpr double bar = 3;      // below a number: how much of the chunk is there, in its hue

// Which cells the lens shows, and how large they are. Each row and column also has a head.
struct Lens {
  Rank first_rank = 0;
  int first_column = 0;
  int rows = 0;
  int columns = 0;
  double width = 0;  // of a cell
  double height = 0;
  Area area;

  Area cell(int row, int column) const {  // -1: the heads
    return {area.x + (column + 1) * width, area.y + (row + 1) * height, width, height};
  }
};

// As many cells as fit, but an odd number, so that the cell under the pointer is in the middle.
int cells_that_fit(double room, double each, int all) {
  const int fit = std::clamp(static_cast<int>(room / each) - 1, 1, most_cells);
  return std::min(fit % 2 == 0 ? fit - 1 : fit, all);
}

Lens lens_at(const Area& area, const MatrixLayout& layout, const Theme& theme, const Canvas& canvas,
             PicturePoint at) {
  const Selection middle = matrix_at(layout, at);
  Lens lens;
  lens.width = canvas.width_of(fmt::format("r{}", layout.ranks - 1), theme.small()) + theme.gap;
  lens.height = line_height(theme.small()) + (bar + 1) * theme.line;
  lens.rows = cells_that_fit(area.height, lens.height, layout.ranks);
  lens.columns = cells_that_fit(area.width, lens.width, layout.columns());
  lens.first_rank = std::clamp(middle.rank.value_or(0) - lens.rows / 2, 0, layout.ranks - lens.rows);
  const int column = middle.block.value_or(0) * layout.parts + middle.part;
  lens.first_column = std::clamp(column - lens.columns / 2, 0, layout.columns() - lens.columns);
  const double width = (lens.columns + 1) * lens.width, height = (lens.rows + 1) * lens.height;
  // Below and right of the pointer, or on the other side where that would leave the panel.
  const double right = at.x + theme.gap * 2, below = at.y + theme.gap * 2;
  const double x = right + width <= area.right() ? right : at.x - theme.gap * 2 - width;
  const double y = below + height <= area.bottom() ? below : at.y - theme.gap * 2 - height;
  lens.area = {std::clamp(x, area.x, std::max(area.x, area.right() - width)),
               std::clamp(y, area.y, std::max(area.y, area.bottom() - height)), width, height};
  return lens;
}

void draw_lens_cell(Canvas& canvas, const Area& area, const MatrixCell& cell, int number,
                    const Theme& theme) {
  const Area inside = area.inset(1);
  const bool pale = !cell.promised || cell.foreign;
  const Color hue = theme.of_chunk(number);
  const double share = cell.foreign ? 1 : cell.share();
  canvas.fill({inside.x, inside.bottom() - bar * theme.line, inside.width * share, bar * theme.line}, hue);
  if (cell.done()) canvas.frame(inside, {.color = theme.good, .width = 2 * theme.line});
  const std::string text = cell.foreign ? "·" : std::to_string(cell.have);
  canvas.text({area.center().x, area.center().y - bar * theme.line / 2}, text,
              {.color = pale ? theme.quiet : theme.words, .size = theme.small(), .anchor = Anchor::middle});
}

}  // namespace

void draw_lens(Canvas& canvas, const Area& area, const MatrixLayout& layout, const Shown& shown,
               PicturePoint at) {
  assert(shown.scene.replay && "it is known what ranks hold");
  assert(layout.cells.has(at) && "the pointer is among the cells");
  const Theme& theme = shown.theme;
  const Replay& replay = *shown.scene.replay;
  const Lens lens = lens_at(area, layout, theme, canvas, at);
  canvas.fill(lens.area, theme.panel);
  canvas.frame(lens.area, {.color = theme.outline, .width = theme.line});
  const Words head{.color = theme.quiet, .size = theme.small(), .anchor = Anchor::middle};
  for (int row = 0; row < lens.rows; ++row)
    canvas.text(lens.cell(row, -1).center(), fmt::format("r{}", lens.first_rank + row), head);
  for (int column = 0; column < lens.columns; ++column)
    canvas.text(lens.cell(-1, column).center(), std::to_string(lens.first_column + column), head);
  for (int row = 0; row < lens.rows; ++row)
    for (int column = 0; column < lens.columns; ++column) {
      const int block = (lens.first_column + column) / layout.parts;
      const int part = (lens.first_column + column) % layout.parts * layout.parts_of_one;
      draw_lens_cell(canvas, lens.cell(row, column),
                     cell_at(replay, lens.first_rank + row, block, part, layout.parts_of_one, shown.view.now),
                     chunk_number(replay.partition(), block, part), theme);
    }
}

}  // namespace commlab
