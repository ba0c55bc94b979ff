#pragma once
// Questions that a link answers: "Which link decides?". The window takes a click on a link as the answer, and
// the terminal does not name the busiest link before.

#include "lessons/play/place_in_lesson.h"

namespace commlab {

// Whether the question of this step is answered by a link. Runs the scene where the answer follows from it;
// false if the answer cannot be computed.
bool asks_for_link(const Question&, const PlaceInLesson&, SceneRunner&);

}  // namespace commlab
