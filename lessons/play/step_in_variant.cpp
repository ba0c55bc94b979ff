#include "lessons/play/step_in_variant.h"

#include <cassert>

#include "lessons/model/shuffled_choices.h"

namespace commlab {

StepInVariant step_in_variant(const Lesson& lesson, int step, std::uint64_t variant, SceneRunner& runner) {
  assert(step >= 0 && step < std::ssize(lesson.steps) && "the lesson has this step");
  VariantValues varying = values_of_variant(lesson, variant);
  LessonScene scene = with_values(scene_of(lesson, step), varying);
  EvaluationContext context = runner.context(scene, varying);
  return {.step = &lesson.steps[step],
          .number = step,
          .order = order_in(lesson, variant),
          .varying = std::move(varying),
          .scene = std::move(scene),
          .context = std::move(context)};
}

Result<std::string> text_in(const StepInVariant& step, const std::string& text, const FillIn& fill_in) {
  return filled(with_values(text, words_of(step.scene, step.varying)), fill_in);
}

Result<std::string> text_in(const StepInVariant& step, const std::string& text) {
  return text_in(step, text, fill_in_from(step.context));
}

}  // namespace commlab
