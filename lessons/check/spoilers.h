#pragma once
// Finds answers that a sheet gives away before it asks for them. The check looks only for answers in words,
// such as places; see lessons/answer/answers_in_words.h.

#include <string>
#include <string_view>
#include <vector>

#include "lessons/check/problems.h"
#include "lessons/model/lesson.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// A learner's sheet must not contain an answer before its question, or in the question itself. If the choices
// are words, the sheet must not contain only the right one.
void check_no_spoilers(const Lesson&, std::uint64_t variant, SceneRunner&, LessonProblems&);

}  // namespace commlab
