#pragma once
// The data from which all parts of the chunk matrix are drawn.

#include "gui/window/matrix/layout.h"
#include "gui/window/run/matrix_cell.h"
#include "gui/window/run/shown.h"

namespace commlab {

struct MatrixPainter {
  Canvas& canvas;
  const Shown& shown;
  const Replay& replay;
  const MatrixLayout& layout;
  const Theme& theme;

  Time now() const { return shown.view.now; }
  MatrixCell cell(Rank rank, int block, int column) const {
    return cell_at(replay, rank, block, column * layout.parts_of_one, layout.parts_of_one, now());
  }
  int hue(int block, int column) const {
    return chunk_number(replay.partition(), block, column * layout.parts_of_one);
  }
};

template <class Visit>
void for_all_cells(const MatrixLayout& layout, Visit visit) {
  for (Rank rank = 0; rank < layout.ranks; ++rank)
    for (int block = 0; block < layout.blocks; ++block)
      for (int part = 0; part < layout.parts; ++part) visit(rank, block, part);
}

// The area from the upper left corner of `first` to the lower right corner of `last`.
inline Area around(const Area& first, const Area& last) {
  return {first.x, first.y, last.right() - first.x, last.bottom() - first.y};
}

// A check mark in a square with sides of this size.
void draw_check(Canvas&, PicturePoint center, double size, const Line&);

}  // namespace commlab
