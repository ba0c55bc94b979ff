#pragma once
// The links of a topology's picture as they lie there, whatever is on them: the wider the more NVLinks they
// have; solid NVLink, dashed PCIe, dotted network. A lesson's view may have some of them stand out:
//
//      ====>====     one direction of a link
//      ----x----     of a cut: a dashed stroke across each of its links

#include "gui/window/run/shown.h"
#include "gui/window/run/topology_index.h"
#include "gui/window/topology/layout.h"

namespace commlab {

// Before the theme's factor: a bundle of NVLinks is as much wider as it has links, up to six; anything else
// is thin.
double idle_width(const Wire&);

void draw_wires(Canvas&, const TopologyLayout&, const TopologyIndex&, const Shown&);

}  // namespace commlab
