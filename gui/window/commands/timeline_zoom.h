#pragma once
// Which part of the run the timeline shows: shares of its axis, never less than 0 or more than 1.

#include "gui/window/session/session.h"

namespace commlab {

// About the playhead: what is seen becomes `factor` times as long; below 1, closer.
void zoom(Session&, double factor);
// To later times by such a share of what is seen; below 0, to earlier ones.
void pan(Session&, double share);
// To the selected transfer, with as much before and after it; where none is selected, closer.
void zoom_to_selection(Session&);
void zoom_to_all(Session&);

}  // namespace commlab
