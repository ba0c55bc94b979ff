#pragma once
// A script's text, with a mark at the line that each rank is in.

#include "gui/window/panels/panel.h"

namespace commlab {

void listing_panel(Panel&);

}  // namespace commlab
