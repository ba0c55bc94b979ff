#pragma once
// Whether the step that is shown asks the learner to draw a ring, and how far the drawing is.

#include <string>
#include <string_view>

#include "gui/window/session/session.h"
#include "lessons/play/step_content.h"

namespace commlab {

inline constexpr std::string_view ring_key = "ring";  // a key of scenes

// The check of the shown step for which a ring may be drawn: an open check, or else a solved one. Null if no
// check asks for a ring, or not yet.
const QuestionState* asks_for_ring(const Session&);
// Removes the drawing if the scene has another ring now, or another step is shown.
void follow_ring(Session&);
// A line of text: what to click, or how far the drawing is. Empty if no ring is asked for.
std::string words_about_ring(const Session&);

}  // namespace commlab
