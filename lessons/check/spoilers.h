#pragma once
// Finds answers that a sheet tells before it asks for them. Only answers in words are looked for, such as
// places; see lessons/answer/answers_in_words.h.

#include <string>
#include <string_view>
#include <vector>

#include "lessons/check/problems.h"
#include "lessons/model/lesson.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// A learner's sheet must not name an answer earlier on the sheet, or in the question itself. And where the
// choices are words, it must not name the right choice alone.
void check_no_spoilers(const Lesson&, std::uint64_t variant, SceneRunner&, LessonProblems&);

}  // namespace commlab
