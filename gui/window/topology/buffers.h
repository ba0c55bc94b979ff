#pragma once
// Draws GPUs as their buffers: the name, and below it every chunk with its value or the ranks that are in it.
//
//      rank 1
//     | 3   |     complete chunks have the full hue and an outline;
//     | 2   |     a complete rank has a green frame and a tick
//     | 2   |

#include "gui/window/run/shown.h"
#include "gui/window/run/topology_index.h"
#include "gui/window/topology/layout.h"

namespace commlab {

// REQUIRES: the layout has buffers.
void draw_buffers(Canvas&, const TopologyLayout&, const TopologyIndex&, const Shown&);

}  // namespace commlab
