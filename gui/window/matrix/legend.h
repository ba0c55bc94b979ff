#pragma once
// The line below the cells of the chunk matrix: it says what is under the pointer, or how to read the
// picture.

#include "gui/window/matrix/cell_labels.h"

namespace commlab {

void draw_foot(const MatrixPainter&, const CellLabels&);

}  // namespace commlab
