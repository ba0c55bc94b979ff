#pragma once
// A quiz in a terminal: each question once, and at the end the lessons to go back to.

#include <vector>

#include "core/base/error.h"
#include "gui/cli/lesson/lesson_play.h"
#include "lessons/class/quiz.h"

namespace commlab {

// Plays until the quiz is over, the learner quits, or the input ends. An error comes from a lesson.
Status play_quiz(const std::vector<QuizQuestion>&, SceneRunner&, const LessonTerminal&);

}  // namespace commlab
