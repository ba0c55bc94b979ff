#pragma once
// Answers that can be read off before they are asked for, as far as that can be told exactly: places and
// other answers in words, among the words of a text. Numbers are left out: small ones stand everywhere.

#include <string>
#include <string_view>
#include <vector>

#include "lessons/check/problems.h"
#include "lessons/model/lesson.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// A learner's sheet of a variant may not say in an earlier place, or in the question itself, what is then
// asked for in words; nor name of several choices, if they are words, the right one alone.
void check_no_spoilers(const Lesson&, std::uint64_t variant, SceneRunner&, LessonProblems&);

}  // namespace commlab
