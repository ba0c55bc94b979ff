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
// A few cells have numbers; more are plain; where they would be very small, they are texels of one picture
// with a lens.

#include <optional>
#include <string_view>

#include "core/collective/partition.h"
#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "gui/window/run/view.h"

namespace commlab {

enum class CellStyle : std::uint8_t {
  detailed,  // each with its frame, and numbers where they fit
  plain,     // neighbours share frames
  texel,
};

struct MatrixLayout {
  CellStyle style = CellStyle::detailed;
  int ranks = 1;
  int blocks = 1;
  int parts = 1;                           // columns of a block: its parts, or 1 for all of them together
  int parts_of_one = 1;                    // parts of a block that one column shows
  std::string_view rank_prefix = "rank ";  // of a row's name; "r" where cells need the room
  Area goal;
  double goal_size = 16;  // of its words
  Area heads;             // of columns
  Area side;              // of rows
  Area cells;
  Area foot;

  int columns() const { return blocks * parts; }
  double column_width() const { return cells.width / columns(); }
  double row_height() const { return cells.height / ranks; }
  Area cell(Rank, int block, int part = 0) const;  // with the gap around it, where it is not a texel
  Area row_head(Rank) const;
};

MatrixLayout matrix_layout(const Area&, int ranks, const Partition&, std::string_view goal, const Theme&,
                           const Canvas&);

// The cell, column or row under the point; empty beside them.
Selection matrix_at(const MatrixLayout&, PicturePoint);

}  // namespace commlab
