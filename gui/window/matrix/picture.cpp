#include "gui/window/matrix/picture.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "gui/window/draw/paragraph.h"
#include "gui/window/matrix/cells.h"
#include "gui/window/matrix/goal.h"
#include "gui/window/matrix/heads.h"
#include "gui/window/matrix/legend.h"
#include "gui/window/matrix/lens.h"
#include "gui/window/run/goal.h"

namespace commlab {
namespace {

// Frames the row, the column or the cell that is looked at.
void draw_looked_at(const MatrixPainter& p, const Selection& looked_at, const Line& line) {
  if (!looked_at.rank && !looked_at.block) return;
  const bool column_only = looked_at.block && !looked_at.rank;
  const int part = std::min(looked_at.part / p.layout.parts_of_one, p.layout.parts - 1);
  const bool whole_block = column_only && p.layout.blocks > 1;
  const Rank first = looked_at.rank.value_or(0), last = looked_at.rank.value_or(p.layout.ranks - 1);
  const int left = looked_at.block.value_or(0), right = looked_at.block.value_or(p.layout.blocks - 1);
  const int first_part = looked_at.block && !whole_block ? part : 0;
  const int last_part = looked_at.block && !whole_block ? part : p.layout.parts - 1;
  const Area area = around(p.layout.cell(first, left, first_part), p.layout.cell(last, right, last_part));
  p.canvas.frame(area.inset(-1), line);
}

}  // namespace

MatrixLayout matrix_layout(const Canvas& canvas, const Area& area, const Shown& shown) {
  assert(shown.scene.replay && "it is known what ranks hold");
  const Replay& replay = *shown.scene.replay;
  return matrix_layout(area, replay.collective().ranks, replay.partition(),
                       goal_text(replay.collective(), shown.scene.run.experiment.data), shown.theme, canvas);
}

void draw_matrix(Canvas& canvas, const Area& area, const Shown& shown, const MatrixTexels* texels,
                 std::optional<PicturePoint> pointer) {
  const Theme& theme = shown.theme;
  if (!shown.scene.replay) {
    draw_paragraph(canvas, {area.x + theme.gap, area.y + theme.gap}, area.width - 2 * theme.gap,
                   shown.scene.no_replay, {.color = theme.words, .size = theme.font});
    return;
  }
  const MatrixLayout layout = matrix_layout(canvas, area, shown);
  const MatrixPainter p{canvas, shown, *shown.scene.replay, layout, theme};
  draw_goal(p, goal_text(p.replay.collective(), shown.scene.run.experiment.data));
  draw_row_heads(p);
  draw_column_heads(p);
  const CellLabels labels = labels_that_fit(p);
  draw_cells(p, texels, labels);
  draw_looked_at(p, shown.view.hovered, {.color = theme.outline, .width = theme.line, .dash = Dash::dashed});
  draw_looked_at(p, shown.view.selected, {.color = theme.accent, .width = 2 * theme.line});
  draw_foot(p, labels);
  if (layout.style == CellStyle::texel && pointer && layout.cells.has(*pointer))
    draw_lens(canvas, {area.x, layout.goal.bottom(), area.width, area.bottom() - layout.goal.bottom()},
              layout, shown, *pointer);
}

Selection matrix_at(const Canvas& canvas, const Area& area, const Shown& shown, PicturePoint at) {
  return shown.scene.replay ? matrix_at(matrix_layout(canvas, area, shown), at) : Selection{};
}

std::optional<MostTexels> texels_in(const Canvas& canvas, const Area& area, const Shown& shown) {
  if (!shown.scene.replay) return std::nullopt;
  const MatrixLayout layout = matrix_layout(canvas, area, shown);
  if (layout.style != CellStyle::texel) return std::nullopt;
  const auto pixels = [](double length) { return std::max(1, static_cast<int>(std::ceil(length))); };
  return MostTexels{.columns = pixels(layout.cells.width), .rows = pixels(layout.cells.height)};
}

}  // namespace commlab
