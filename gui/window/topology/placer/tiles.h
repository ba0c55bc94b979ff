#pragma once
// Clusters of many GPUs: a tile for each group, with its GPUs; other boxes are not placed.
//
//      [node 0] [node 1] [node 2]
//      [node 5] [node 4] [node 3]

#include "gui/window/topology/layout.h"
#include "gui/window/topology/placer/groups.h"

namespace commlab {

// REQUIRES: there are groups.
void place_tiles(TopologyLayout&, const BoxGroups&);

}  // namespace commlab
