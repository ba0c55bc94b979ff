#pragma once
// The matrix of ranks and chunks. Hovering highlights a rank, a chunk or both in every panel; a click selects
// it.

#include "gui/window/panels/panel.h"

namespace commlab {

void matrix_panel(Panel&);

}  // namespace commlab
