#pragma once
// Where the small tiles are that stand for the groups of ranks of which only one was recorded.

#include "gui/window/topology/layout.h"

namespace commlab {

// Below the machine, above the legend. Nothing if all ranks were recorded, or if there is no room.
void place_groups(TopologyLayout&, const Trace&);

}  // namespace commlab
