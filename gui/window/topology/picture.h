#pragma once
// The picture of a machine at work: its GPUs with the chunks that they hold, its links with their load, and
// the messages on them.
//
//   square    a message that is added where it arrives       disc    a message that is copied
//   buffer    a GPU with a cell per chunk, which says the chunk's value or shows the ranks that are in it
//   ring      where there is no room: a sector per chunk, as thick as the share of contributions held
//   link      the fuller, the wider and stronger (topology/wires.h draws links at rest)

#include "gui/window/topology/marks.h"

namespace commlab {

// REQUIRES: layout, index and marks belong to Shown.
void draw_topology(Canvas&, const TopologyLayout&, const TopologyIndex&, const TopologyMarks&, const Shown&);
// Computes layout and marks, too: for a picture that is drawn once.
void draw_topology(Canvas&, const Area&, const Shown&);

}  // namespace commlab
