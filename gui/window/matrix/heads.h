#pragma once
// Draws the names of the rows (ranks) and of the columns (chunks) of the chunk matrix.

#include "gui/window/matrix/painter.h"

namespace commlab {

void draw_row_heads(const MatrixPainter&);
void draw_column_heads(const MatrixPainter&);

}  // namespace commlab
