#pragma once
// Which rank waits for which, for ever: arrows from row to row.
//
//   rank 0 ---+<------------+     A circle: each arrow ends where the next one begins,
//            (1)           (3)    and the last one leads back to the first.
//   rank 1 ---+---+         |
//                (2)        |
//   rank 2 -------+---------+

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/script/lanes_layout.h"

namespace commlab {

// Draws the wait-for graph, right of the end of the time axis. The arrows of a circle are numbered.
void draw_waits(Canvas&, const LanesLayout&, const ScriptShown&);

}  // namespace commlab
