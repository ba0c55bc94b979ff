#pragma once
// A ring that the learner is drawing, over the machine's picture: each GPU's place in the ring, and the
// bandwidth of the narrowest hop. If hops differ, all narrowest hops are red.
//
//     1.        2.
//    (GPU 0)═══(GPU 1)        other hops look like highlighted links (topology/wires.h)
//      7.5 GB/s ┆
//              (GPU 2) 3.

#include "gui/window/draw/theme.h"
#include "gui/window/topology/drawn_ring.h"
#include "gui/window/topology/layout.h"

namespace commlab {

// REQUIRES: the ring was drawn on the layout's machine.
void draw_ring(Canvas&, const TopologyLayout&, const DrawnRing&, const Theme&);

}  // namespace commlab
