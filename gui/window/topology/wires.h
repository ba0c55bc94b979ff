#pragma once
// The links of a topology's picture, without the messages on them. More NVLinks make a wider line; NVLink is
// solid, PCIe dashed, network dotted. A lesson's view may highlight some of them:
//
//      ====>====     one direction of a link
//      ----x----     a link of a cut: a dashed stroke across it

#include "gui/window/run/shown.h"
#include "gui/window/run/topology_index.h"
#include "gui/window/topology/layout.h"

namespace commlab {

// The width before the theme's factor: one unit per NVLink, at most six; other links are thin.
double idle_width(const Wire&);

void draw_wires(Canvas&, const TopologyLayout&, const TopologyIndex&, const Shown&);

}  // namespace commlab
