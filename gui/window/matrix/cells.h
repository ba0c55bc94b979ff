#pragma once
// The cells of the chunk matrix: what is in them, what changed, what is on its way.

#include "gui/window/matrix/cell_labels.h"
#include "gui/window/matrix/texels.h"

namespace commlab {

// `texels`: up to date, or null.
void draw_cells(const MatrixPainter&, const MatrixTexels* texels, const CellLabels&);

}  // namespace commlab
