#include "gui/window/matrix/layout.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/matrix/goal_lines.h"

namespace commlab {
namespace {

constexpr int most_cells_with_numbers = 144;
constexpr int most_ranks_with_cells = 32, most_columns_with_cells = 64;
constexpr int most_parts_shown = 4;                  // of a block, side by side
constexpr double widest_cell = 5, highest_cell = 5;  // in letters' sizes
constexpr int most_feet = 3;                         // lines below the cells
constexpr double inner_gap = 1;                      // around a cell
constexpr double widest_heads = 0.18;                // of the panel's width: the rows' names
constexpr double most_goal = 0.22;                   // of the panel's height: a higher goal has small letters

CellStyle style_of(int ranks, int columns) {
  if (ranks > most_ranks_with_cells || columns > most_columns_with_cells) return CellStyle::texel;
  return ranks * columns > most_cells_with_numbers ? CellStyle::plain : CellStyle::detailed;
}

// The goal's sentence, in large letters if they leave room for the cells.
void place_goal(MatrixLayout& layout, const Area& inside, std::string_view goal, const Theme& theme,
                const Canvas& canvas) {
  for (const double size : {theme.font, theme.small()}) {
    const double height = goal_lines(goal, inside.width, size, theme, canvas).height;
    layout.goal = {inside.x, inside.y, inside.width, height};
    layout.goal_size = size;
    if (height <= most_goal * inside.height) return;
  }
}

// The lowest rows, in letters' sizes, that are accepted to make room for lines below the cells.
double lowest_row(CellStyle style) {
  switch (style) {
    case CellStyle::detailed: return 1.2;
    case CellStyle::plain: return 0.8;
    case CellStyle::texel: return 0.4;
  }
  return 1;
}

// The number of lines below the cells; 0 if rows are low even without them.
int feet_that_fit(const Area& inside, const MatrixLayout& layout, double line, const Theme& theme) {
  const double room = inside.height - layout.goal.height - 2 * theme.gap - line;
  const double rows =
      std::min(layout.ranks, most_ranks_with_cells) * lowest_row(layout.style) * theme.small();
  return std::clamp(static_cast<int>((room - rows) / line), 0, most_feet);
}

}  // namespace

Area MatrixLayout::cell(Rank rank, int block, int part) const {
  const Area whole{cells.x + (block * parts + part) * column_width(), cells.y + rank * row_height(),
                   column_width(), row_height()};
  return style == CellStyle::texel ? whole : whole.inset(inner_gap);
}

Area MatrixLayout::row_head(Rank rank) const {
  return {side.x, side.y + rank * row_height(), side.width, row_height()};
}

MatrixLayout matrix_layout(const Area& area, int ranks, const Partition& partition, std::string_view goal,
                           const Theme& theme, const Canvas& canvas) {
  MatrixLayout layout{.ranks = ranks, .blocks = partition.blocks};
  layout.parts = partition.parts <= most_parts_shown || partition.blocks == 1 ? partition.parts : 1;
  if (style_of(ranks, layout.columns()) == CellStyle::texel && partition.blocks > 1) layout.parts = 1;
  layout.parts_of_one = partition.parts / layout.parts;
  layout.style = style_of(ranks, layout.columns());

  const Area inside = area.inset(theme.gap);
  place_goal(layout, inside, goal, theme, canvas);
  const double line = line_height(theme.small());
  const auto width_of_heads = [&](std::string_view prefix) {
    return canvas.width_of(fmt::format("{}{}", prefix, ranks - 1), theme.small()) + theme.gap;
  };
  if (width_of_heads(layout.rank_prefix) > widest_heads * inside.width) layout.rank_prefix = "r";
  const double side = width_of_heads(layout.rank_prefix);
  const double foot = feet_that_fit(inside, layout, line, theme) * line;
  const double top = layout.goal.bottom() + theme.gap + line;
  const double width = inside.width - side;
  const double height = std::max(inside.bottom() - foot - theme.gap - top, line);
  const bool texels = layout.style == CellStyle::texel;
  const double wide = texels ? width : std::min(width / layout.columns(), widest_cell * theme.font);
  const double high = texels ? height : std::min(height / ranks, highest_cell * theme.font);
  layout.cells = {inside.x + side, top, texels ? width : wide * layout.columns(),
                  texels ? height : high * ranks};
  layout.heads = {layout.cells.x, top - line, layout.cells.width, line};
  layout.side = {inside.x, top, side, layout.cells.height};
  layout.foot = {inside.x, layout.cells.bottom() + theme.gap, inside.width, foot};
  return layout;
}

Selection matrix_at(const MatrixLayout& layout, PicturePoint at) {
  const bool in_row = at.y >= layout.cells.y && at.y < layout.cells.bottom();
  const bool in_column = at.x >= layout.cells.x && at.x < layout.cells.right();
  const Rank rank =
      std::min(static_cast<int>((at.y - layout.cells.y) / layout.row_height()), layout.ranks - 1);
  const int column =
      std::min(static_cast<int>((at.x - layout.cells.x) / layout.column_width()), layout.columns() - 1);
  Selection found;
  if (in_row && (in_column || layout.side.has(at))) found.rank = rank;
  if (in_column && in_row) {
    found.block = column / layout.parts;
    found.part = column % layout.parts;
  }
  if (layout.heads.has(at)) {
    found.block = column / layout.parts;
    if (layout.blocks == 1) found.part = column;
  }
  return found;
}

}  // namespace commlab
