#pragma once
// Marks the links that the experiment changed: a cut link is crossed out, a slowed or delayed link has a tag
// that says how.

#include "gui/window/draw/theme.h"
#include "gui/window/run/topology_index.h"
#include "gui/window/topology/layout.h"

namespace commlab {

void draw_faults(Canvas&, const TopologyLayout&, const TopologyIndex&, const Theme&);

}  // namespace commlab
