#pragma once
// Links that the experiment changed: one that it took away is crossed out, one that it slowed down or delayed
// is marked and says how.

#include "gui/window/draw/theme.h"
#include "gui/window/run/topology_index.h"
#include "gui/window/topology/layout.h"

namespace commlab {

void draw_faults(Canvas&, const TopologyLayout&, const TopologyIndex&, const Theme&);

}  // namespace commlab
