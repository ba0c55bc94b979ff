#pragma once
// The labels in the cells of the chunk matrix: the number of contributions, or the value where there are few
// ranks; a check mark where the cell is complete.

#include <string>

#include "gui/window/matrix/painter.h"

namespace commlab {

// Which labels cells have; the same for all of them.
struct CellLabels {
  bool values = false;  // in the middle
  double size = 0;      // of values
  bool counts = false;  // in the corner beside values; else in the middle
};

CellLabels labels_that_fit(const MatrixPainter&);

// "3" contributions, "2/4" parts complete, "r3": whose data; empty where there are none.
std::string count_text(const MatrixPainter&, const MatrixCell&);

struct CellPicture {
  Area area;
  MatrixCell cell;
  int hue = 0;
  double level = 0;  // where its fill begins
};
void label_cell(const MatrixPainter&, const CellPicture&, const CellLabels&);

}  // namespace commlab
