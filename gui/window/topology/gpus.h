#pragma once
// Draws the GPUs of a topology's picture with what each holds: a ring with a sector for each chunk, or a
// single filling if there are too many chunks.

#include "gui/window/run/shown.h"
#include "gui/window/run/topology_index.h"
#include "gui/window/topology/layout.h"

namespace commlab {

void draw_gpus(Canvas&, const TopologyLayout&, const TopologyIndex&, const Shown&);

}  // namespace commlab
