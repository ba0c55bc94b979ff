#pragma once
// A quiz in a terminal: each question once, and at the end which lesson to go back to.

#include <vector>

#include "core/base/error.h"
#include "gui/cli/lesson/lesson_play.h"
#include "lessons/class/quiz.h"

namespace commlab {

// Until it is over, he quits, or the input ends. An error is a lesson's.
Status play_quiz(const std::vector<QuizQuestion>&, SceneRunner&, const LessonTerminal&);

}  // namespace commlab
