#pragma once
// A step of a lesson in one of its variants, as no learner has touched it: what sheets, quizzes and tallies
// ask about.

#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "lessons/evaluate.h"
#include "lessons/fill.h"
#include "lessons/lesson.h"
#include "lessons/scene.h"
#include "lessons/scene_runner.h"

namespace commlab {

struct StepInVariant {
  const LessonStep* step = nullptr;
  int number = 0;  // from 0
  Drawn varying;
  LessonScene scene;
  Surroundings surroundings;  // of the scene
};
// Runs nothing yet. The lesson and the runner must outlive it. REQUIRES: there is such a step.
StepInVariant step_in_variant(const Lesson&, int step, std::uint64_t variant, SceneRunner&);

// Words and numbers filled in.
Result<std::string> text_in(const StepInVariant&, const std::string& text, const FillIn&);
Result<std::string> text_in(const StepInVariant&, const std::string& text);

}  // namespace commlab
