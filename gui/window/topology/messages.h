#pragma once
// What moves in a picture of a topology: messages on their paths, the part of a link that each of them fills,
// and those that wait at their sender.

#include "gui/window/run/shown.h"
#include "gui/window/topology/layout.h"
#include "gui/window/topology/marks.h"

namespace commlab {

// The parts of links that messages fill. They are drawn below the GPUs.
void draw_strands(Canvas&, const TopologyLayout&, const TopologyMarks&, const Shown&);
// Messages, and queues of those that wait. They are drawn above the GPUs.
void draw_tokens(Canvas&, const TopologyLayout&, const TopologyMarks&, const Shown&);

}  // namespace commlab
