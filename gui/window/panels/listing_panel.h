#pragma once
// A script's text, with where each rank is.

#include "gui/window/panels/panel.h"

namespace commlab {

void listing_panel(Panel&);

}  // namespace commlab
