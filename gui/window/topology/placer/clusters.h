#pragma once
// Clusters and fat trees: groups of boxes in one row below the network that joins them, or in two rows around
// it, whichever leaves more room for each box.
//
//      =====network=====         [node 0] [node 1]
//      [node 0] [node 1]         =====network=====
//                                [node 2] [node 3]

#include "gui/window/topology/layout.h"
#include "gui/window/topology/placer/arcs.h"
#include "gui/window/topology/placer/groups.h"

namespace commlab {

// Returns where arcs have room. REQUIRES: there are groups.
ArcSide place_cluster(TopologyLayout&, const BoxGroups&);

}  // namespace commlab
