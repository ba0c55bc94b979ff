#pragma once
// The labels in the cells of the chunk matrix: the number of contributions, or the value if there are few
// ranks; a check mark if the cell is complete.

#include <string>

#include "gui/window/matrix/painter.h"

namespace commlab {

// Which labels the cells have; the same for all cells.
struct CellLabels {
  bool values = false;  // show values, in the middle of the cell
  double size = 0;      // font size of the values
  bool counts = false;  // show counts, where there are no values
};

CellLabels labels_that_fit(const MatrixPainter&);

// "3" contributions, "2/4" parts complete, "r3": whose data the cell holds; empty if the cell holds nothing.
std::string count_text(const MatrixPainter&, const MatrixCell&);

struct CellPicture {
  Area area;
  MatrixCell cell;
  int hue = 0;
  double level = 0;  // y of the upper edge of its fill
};
void label_cell(const MatrixPainter&, const CellPicture&, const CellLabels&);

}  // namespace commlab
