#pragma once
// The network between the groups of a machine: its switches as bars, in lanes across the picture. Leaf
// switches are as long as the boxes that they join; a spine switch is as long as the room.
//
//        [node 0]  [node 1]
//      ==leaf0==  ==leaf1==
//      =======spine0=======
//      ==leaf2==  ==leaf3==
//        [node 2]  [node 3]

#include "gui/window/topology/layout.h"
#include "gui/window/topology/placer/groups.h"

namespace commlab {

// How wide the room for a bar's name is, left of the boxes that the bar joins: it fits the widest name. 0
// where switches have no names.
double name_strip(const TopologyLayout&);

// The height of the network's band if groups stand in so many rows: about as many lanes as place_network()
// takes, and room for tokens on both sides.
double network_height(const TopologyLayout&, const BoxGroups&, int rows);

// Places the network's switches in `band`. REQUIRES: the boxes that they join are placed above or below it.
void place_network(TopologyLayout&, const Area& band);

}  // namespace commlab
