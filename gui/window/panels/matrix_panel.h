#pragma once
// Who holds what: hovering lights a rank, a chunk or both in every view, a click keeps it.

#include "gui/window/panels/panel.h"

namespace commlab {

void matrix_panel(Panel&);

}  // namespace commlab
