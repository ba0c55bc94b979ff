#include "lessons/play/place_in_lesson.h"

#include <cassert>

#include "lessons/expression/fill.h"
#include "lessons/model/lesson_step.h"

namespace commlab {

std::optional<AskedQuestion> find_question(const Lesson& lesson, int question) {
  int number = 0;
  for (int step = 0; step < std::ssize(lesson.steps); ++step)
    for (const LessonStep::Item& item : lesson.steps[step].items)
      if (const auto* found = std::get_if<Question>(&item); found && number++ == question)
        return AskedQuestion{found, question, step};
  return std::nullopt;
}

bool is_locked(const Lesson& lesson, const LessonRecord& record, int step) {
  assert(step >= 0 && step < std::ssize(lesson.steps) && "the lesson has this step");
  int number = first_question(lesson, step);
  bool open = false;
  each_question(lesson.steps[step], [&](const Question& question) {
    const LessonRecord::Answer* const answer = answer_to(record, number++);
    open = open || (question.predicts && (!answer || answer->attempts == 0));
  });
  return open;
}

PlaceInLesson place_of(const Lesson& lesson, const LessonRecord& record) {
  const int at = record.step;
  VariantValues varying = values_of_variant(lesson, record.variant);
  LessonScene scene = with_values(scene_of(lesson, at), varying);
  LessonScene now = changed(scene, changes_in(record, at));
  return {.step = lesson.steps[at],
          .number = at,
          .locked = is_locked(lesson, record, at),
          .varying = std::move(varying),
          .scene = std::move(scene),
          .now = std::move(now)};
}

Result<std::string> text_at(const LearnerInLesson& learner, const PlaceInLesson& here,
                            const std::string& text, int line) {
  const EvaluationContext context = learner.runner.context(here.scene, here.varying);
  return placed(
      filled(with_values(text, words_of(here.scene, here.varying)), fill_in_from(context, here.locked)),
      learner.lesson, line);
}

}  // namespace commlab
