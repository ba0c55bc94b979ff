#pragma once
// One variant of a lesson, done: every scene, number, answer, plot and stop of it.

#include <cstdint>

#include "lessons/check/problems.h"
#include "lessons/model/lesson.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

void check_variant(const Lesson&, std::uint64_t variant, SceneRunner&, LessonProblems&);

}  // namespace commlab
