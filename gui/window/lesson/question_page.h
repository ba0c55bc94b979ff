#pragma once
// The part of a step's page that belongs to one question of a quiz.

#include <memory>
#include <optional>

#include "gui/window/page/lesson_shown.h"
#include "gui/window/page/quiz_place.h"
#include "gui/window/session/session.h"

namespace commlab {

// Which question of the quiz is shown; nothing if there is no quiz.
std::optional<QuizPlace> place_in_quiz(const Session&);
// The step's page with only that question and the prose.
std::shared_ptr<const LessonShown> alone_in_quiz(const LessonShown&, QuizPlace);

}  // namespace commlab
