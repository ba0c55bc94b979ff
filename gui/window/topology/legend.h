#pragma once
// The legend of a topology's picture, in a line below it.

#include "gui/window/topology/marks.h"

namespace commlab {

// Draws as many entries as fit.
void draw_legend(Canvas&, const Area&, const TopologyLayout&, const TopologyIndex&, const TopologyMarks&,
                 const Shown&);

}  // namespace commlab
