#pragma once
// What every part of the chunk matrix' picture is drawn with.

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

// From the corner of the one, above and left, to that of the other.
inline Area around(const Area& first, const Area& last) {
  return {first.x, first.y, last.right() - first.x, last.bottom() - first.y};
}

// A tick in a square of that side.
void draw_check(Canvas&, PicturePoint center, double size, const Line&);

}  // namespace commlab
