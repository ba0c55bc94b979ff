#pragma once
// Machines of GPUs only: a mesh or torus is a lattice; other GPUs stand on a circle, or in rows if they are
// too many for a circle.
//
//      o-o-o        o        0-1-2-3
//      o-o-o      o   o      7-6-5-4
//      o-o-o        o        8-9

#include "gui/window/topology/layout.h"

namespace commlab {

inline constexpr int most_on_circle = 128;

// A lattice of more than two sides is drawn plane by plane. `root`: of a tree.
void place_gpus_alone(TopologyLayout&, Rank root);

// GPU 0 is on top, the others follow clockwise. `has_hub`: leaves room for a box in the middle. Returns the
// circle's radius.
double place_circle(TopologyLayout&, bool has_hub);
// Row by row, to and fro, so that neighbours in a ring stay neighbours.
void place_snake(TopologyLayout&, const Area&);

}  // namespace commlab
