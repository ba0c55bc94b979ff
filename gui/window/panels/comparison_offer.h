#pragma once
// The layout that compares a predicted run with a measured one, before anything was measured: says what it
// would show, and offers to run it.

#include "gui/window/panels/panel.h"

namespace commlab {

// Draws the offer at the panel's top, if something is to be measured first, and returns the panel's rest.
// Where nothing ran, the offer has the whole panel, and the rest is empty.
Panel below_comparison_offer(Panel&);

}  // namespace commlab
