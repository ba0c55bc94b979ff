#pragma once
// Below the cells of the chunk matrix: what is under the pointer, or how to read the picture.

#include "gui/window/matrix/cell_labels.h"

namespace commlab {

void draw_foot(const MatrixPainter&, const CellLabels&);

}  // namespace commlab
