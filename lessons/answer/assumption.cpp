#include "lessons/answer/assumption.h"

#include "lessons/expression/fill.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/scene_keys.h"

namespace commlab {

bool says_the_assumption(const LessonStep& step, const Question& question) {
  const Question* first = nullptr;
  each_question(step, [&](const Question& asked) {
    if (!first && !asked.fact) first = &asked;
  });
  return first && first->line == question.line;
}

Result<Feedback> with_assumption(Feedback feedback, const Question& question, const LessonScene& scene,
                                 const EvaluationContext& context) {
  const std::string* const said = find_key(scene, std::string(assume_key));
  if (!said || question.fact) return feedback;
  return filled(*said, fill_in_from(context)).map([&](const std::string& text) {
    feedback.why += fmt::format("{}*Assumed:* {}.", feedback.why.empty() ? "" : "\n\n", text);
    return feedback;
  });
}

}  // namespace commlab
