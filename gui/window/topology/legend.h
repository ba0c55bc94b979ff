#pragma once
// What the marks in a topology's picture mean, in a line below it: each mark, small, and its meaning.

#include "gui/window/topology/marks.h"

namespace commlab {

// The most of it that fits.
void draw_legend(Canvas&, const Area&, const TopologyLayout&, const TopologyIndex&, const TopologyMarks&,
                 const Shown&);

}  // namespace commlab
