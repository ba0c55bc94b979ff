#pragma once
// Which part of the run the timeline shows, changed by commands (run/visible_stretch.h).

#include "gui/window/session/session.h"

namespace commlab {

// Zooms about the playhead: `times` > 1 closer, < 1 farther away.
void zoom(Session&, double times);
// Moves by a share of the visible stretch: > 0 to later times, < 0 to earlier ones.
void pan(Session&, double share);
// Zooms to the selected transfer, with its own length before and after it. If none is selected, zooms closer.
void zoom_to_selection(Session&);
void zoom_to_all(Session&);

}  // namespace commlab
