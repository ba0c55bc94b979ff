#pragma once
// Drawing a ring on the machine's picture: if a check allows the key `ring`, you click the GPUs in order. The
// last GPU closes the ring, and the ring is run. Backspace takes the last GPU back, Escape all of them.

#include "core/collective/collective.h"
#include "gui/window/session/session.h"

namespace commlab {

// Adds a GPU that was clicked. Returns false if no ring is asked for.
bool add_to_ring(Session&, Rank);
// Removes the last GPU. Returns false if there is none.
bool take_back(Session&);
}  // namespace commlab
