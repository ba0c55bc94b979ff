#pragma once
// A ring that is being drawn, over the machine's picture: the number of each GPU in it, and how wide its
// narrowest hop is. Where hops differ, all of the narrowest ones are red.
//
//     1.        2.
//    (GPU 0)═══(GPU 1)        its other hops stand out as links do (topology/wires.h)
//      7.5 GB/s ┆
//              (GPU 2) 3.

#include "gui/window/draw/theme.h"
#include "gui/window/topology/drawn_ring.h"
#include "gui/window/topology/layout.h"

namespace commlab {

// REQUIRES: drawn on the layout's machine.
void draw_ring(Canvas&, const TopologyLayout&, const DrawnRing&, const Theme&);

}  // namespace commlab
