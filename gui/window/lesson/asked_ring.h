#pragma once
// Whether the step that is shown asks for a ring, and how far its drawing is.

#include <string>
#include <string_view>

#include "gui/window/session/session.h"
#include "lessons/step_content.h"

namespace commlab {

inline constexpr std::string_view ring_key = "ring";  // of a scene

// Of the step that is shown, what a ring may be drawn for: its open check, or else one that was solved. Null:
// none is asked for, or not yet.
const QuestionState* asks_for_ring(const Session&);
// Where the scene has another ring by now, or another step is shown, the drawing goes.
void follow_ring(Session&);
// What to do, or how far it is: a line; empty where no ring is asked for.
std::string words_about_ring(const Session&);

}  // namespace commlab
