#pragma once
// The values with which a question is tried out, and the function that takes its problems.

#include <functional>
#include <string>

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/lesson.h"

namespace commlab {

struct QuestionCheck {
  const EvaluationContext& here;                               // the lesson's own scene
  std::function<EvaluationContext(const SceneKeys&)> changed;  // the scene with a solution's keys
  std::function<Status(const std::string& text)> fill;         // whether its {{ }} can be computed
  std::function<void(int line, const std::string& sentence)> problem;
  std::string variant;  // " (size = 4 MiB)"; empty if nothing varies
};

}  // namespace commlab
