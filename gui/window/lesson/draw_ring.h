#pragma once
// A ring that a lesson's learner draws on the machine's picture: where a check allows `ring`, he clicks the
// GPUs in its order, and the last one closes it; then it is run. Backspace takes the last one back, Escape
// all of them.

#include "core/collective/collective.h"
#include "gui/window/session/session.h"

namespace commlab {

// This GPU was clicked. False: no ring is asked for.
bool add_to_ring(Session&, Rank);
// False: nothing is drawn that could be taken back.
bool take_back(Session&);
}  // namespace commlab
