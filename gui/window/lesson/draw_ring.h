#pragma once
// Drawing a ring on the machine's picture: where a check allows `ring`, you click the GPUs in order, the last
// one closes the ring, and it is run. Backspace takes the last GPU back, Escape all of them.

#include "core/collective/collective.h"
#include "gui/window/session/session.h"

namespace commlab {

// Adds a GPU that was clicked. False where no ring is asked for.
bool add_to_ring(Session&, Rank);
// Takes the last GPU back. False where none is drawn.
bool take_back(Session&);
}  // namespace commlab
