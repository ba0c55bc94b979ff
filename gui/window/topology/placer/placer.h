#pragma once
// Computes a TopologyLayout: places the boxes, finds the lines of wires between them, and names the GPUs.

#include "core/trace/trace.h"
#include "gui/window/topology/layout.h"

namespace commlab {

// `letters`: the size of the smallest text, in pixels; `line`: the theme's factor on widths; `buffers`:
// whether GPUs may be drawn as their buffers, because their contents are known. Where the area is too small,
// nothing is placed.
TopologyLayout lay_out(const Trace&, const Area&, double letters, double line = 1, bool buffers = true);

}  // namespace commlab
