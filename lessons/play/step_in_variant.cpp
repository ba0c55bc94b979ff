#include "lessons/play/step_in_variant.h"

namespace commlab {

StepInVariant step_in_variant(const Lesson& lesson, int step, std::uint64_t variant, SceneRunner& runner) {
  Drawn varying = draw(lesson, variant);
  LessonScene scene = drawn(scene_of(lesson, step), varying);
  Surroundings surroundings = runner.surroundings(scene, varying);
  return {.step = &lesson.steps[static_cast<std::size_t>(step)],
          .number = step,
          .varying = std::move(varying),
          .scene = std::move(scene),
          .surroundings = std::move(surroundings)};
}

Result<std::string> text_in(const StepInVariant& step, const std::string& text, const FillIn& fill_in) {
  return filled(drawn(text, words_of(step.scene, step.varying)), fill_in);
}

Result<std::string> text_in(const StepInVariant& step, const std::string& text) {
  return text_in(step, text, fill_in_from(step.surroundings));
}

}  // namespace commlab
