#pragma once
// The line of each wire: from edge to edge of the two boxes that it joins, round the boxes in between.

#include <vector>

#include "gui/window/topology/placer/arcs.h"

namespace commlab {

// One for each wire of the layout, from its `a` to its `b`; empty where a box is not drawn, or the two are
// too close. REQUIRES: all boxes are placed.
std::vector<Polyline> lines_of_wires(const TopologyLayout&, ArcSide);

}  // namespace commlab
