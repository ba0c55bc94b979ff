#pragma once
// Of a step's page, what belongs to one question of a quiz.

#include <memory>
#include <optional>

#include "gui/window/page/lesson_shown.h"
#include "gui/window/page/quiz_place.h"
#include "gui/window/session/session.h"

namespace commlab {

// Where the quiz stands, for whoever makes the page; nothing: there is none.
std::optional<QuizPlace> place_in_quiz(const Session&);
// Of a step's page, what belongs to the question of the quiz.
std::shared_ptr<const LessonShown> alone_in_quiz(const LessonShown&, QuizPlace);

}  // namespace commlab
