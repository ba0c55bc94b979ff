#pragma once
// A step of a lesson in one of its variants, without any learner's changes: for sheets, quizzes and tallies.

#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/expression/fill.h"
#include "lessons/model/lesson.h"
#include "lessons/model/scene.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

struct StepInVariant {
  const LessonStep* step = nullptr;
  int number = 0;           // from 0
  std::uint64_t order = 0;  // of choices (shuffled_choices.h)
  VariantValues varying;
  LessonScene scene;
  EvaluationContext context;  // for expressions about the scene
};
// Runs nothing yet. The lesson and the runner must outlive it. REQUIRES: there is such a step.
StepInVariant step_in_variant(const Lesson&, int step, std::uint64_t variant, SceneRunner&);

// The text with its names and numbers filled in.
Result<std::string> text_in(const StepInVariant&, const std::string& text, const FillIn&);
Result<std::string> text_in(const StepInVariant&, const std::string& text);

}  // namespace commlab
