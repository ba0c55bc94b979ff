#pragma once
// The layout of the chunk matrix: a row for each rank, a column for each block of the vector.
//
//   +--------------------------------+
//   | Goal: every rank ends with ... |  goal
//   |     0   1   2   3              |  heads of columns
//   | r0 [ ] [ ] [ ] [ ]             |
//   | r1 [ ] [ ] [ ] [ ]             |  cells
//   | what is under the pointer      |  foot
//   +--------------------------------+
//
// If there are few cells, they have numbers; more cells are plain; very small ones are texels of one picture
// with a lens.

#include <optional>
#include <string_view>

#include "core/collective/partition.h"
#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "gui/window/run/view.h"

namespace commlab {

enum class CellStyle : std::uint8_t {
  detailed,  // each with its frame, and numbers if they fit
  plain,     // neighbouring cells share frames
  texel,
};

struct MatrixLayout {
  CellStyle style = CellStyle::detailed;
  int ranks = 1;
  int blocks = 1;
  int parts = 1;                           // columns of a block: its parts, or 1 for all of them together
  int parts_of_one = 1;                    // how many parts of a block one column shows
  std::string_view rank_prefix = "rank ";  // begins a row's name; "r" if the cells need the room
  Area goal;
  double goal_size = 16;  // font size of the goal's words
  Area heads;             // heads of the columns
  Area side;              // heads of the rows
  Area cells;
  Area foot;

  int columns() const { return blocks * parts; }
  double column_width() const { return cells.width / columns(); }
  double row_height() const { return cells.height / ranks; }
  Area cell(Rank, int block, int part = 0) const;  // includes the gap around it, unless it is a texel
  Area row_head(Rank) const;
};

MatrixLayout matrix_layout(const Area&, int ranks, const Partition&, std::string_view goal, const Theme&,
                           const Canvas&);

// The cell, column or row under the point; empty if there is none.
Selection matrix_at(const MatrixLayout&, PicturePoint);

}  // namespace commlab
