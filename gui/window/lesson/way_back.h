#pragma once
// The way back to a lesson that was left: another layout is shown, or another run.

#include "gui/window/session/session.h"

namespace commlab {

// Whether a lesson is being played, and the window shows something else.
bool has_left_lesson(const Session&);
// Shows the lesson's page and its run again. Does nothing if no lesson was left.
void return_to_lesson(Session&);

}  // namespace commlab
