#pragma once
// Draws the cells of the chunk matrix: what they hold, what changed, what is on its way.

#include "gui/window/matrix/cell_labels.h"
#include "gui/window/matrix/texels.h"

namespace commlab {

// `texels`: null, or brought to the present time.
void draw_cells(const MatrixPainter&, const MatrixTexels* texels, const CellLabels&);

}  // namespace commlab
