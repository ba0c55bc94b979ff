#pragma once
// Which part of the run the timeline shows, changed by commands (run/visible_stretch.h).

#include "gui/window/session/session.h"

namespace commlab {

// About the playhead: `times` closer; below 1, farther away.
void zoom(Session&, double times);
// To later times by a share of what is seen; below 0, to earlier ones.
void pan(Session&, double share);
// To the selected transfer, with as much before and after it; where none is selected, closer.
void zoom_to_selection(Session&);
void zoom_to_all(Session&);

}  // namespace commlab
