#pragma once
// The picture of a machine at work: its GPUs with what they hold, its links with how full they are, and
// the messages on them.
//
//   square    a message that is added where it arrives       disc    one that is copied
//   ring      a sector per chunk, as thick as the share of contributions held; complete: with a rim
//   link      wider and stronger the fuller (topology/wires.h: at rest)

#include "gui/window/topology/marks.h"

namespace commlab {

// REQUIRES: layout, index and marks are of what is shown.
void draw_topology(Canvas&, const TopologyLayout&, const TopologyIndex&, const TopologyMarks&, const Shown&);
// The same from nothing: for a picture that is drawn once.
void draw_topology(Canvas&, const Area&, const Shown&);

}  // namespace commlab
