#pragma once
// Checks one variant of a lesson by running it: every scene, number, answer, plot and stop.

#include <cstdint>

#include "lessons/check/problems.h"
#include "lessons/model/lesson.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

void check_variant(const Lesson&, std::uint64_t variant, SceneRunner&, LessonProblems&);

}  // namespace commlab
