#pragma once
// Which rank a row of the chunk matrix is, and which chunk a column.

#include "gui/window/matrix/painter.h"

namespace commlab {

void draw_row_heads(const MatrixPainter&);
void draw_column_heads(const MatrixPainter&);

}  // namespace commlab
