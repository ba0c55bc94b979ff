#pragma once
// Whether the step that is shown asks for a ring, and how far its drawing is.

#include <string>
#include <string_view>

#include "gui/window/session/session.h"
#include "lessons/play/step_content.h"

namespace commlab {

inline constexpr std::string_view ring_key = "ring";  // of a scene

// The check that a ring may be drawn for: the shown step's open one, or else one that was solved. Null where
// no ring is asked for, or not yet.
const QuestionState* asks_for_ring(const Session&);
// Removes the drawing once the scene has another ring, or another step is shown.
void follow_ring(Session&);
// A line: what to click, or how far the drawing is; empty where no ring is asked for.
std::string words_about_ring(const Session&);

}  // namespace commlab
