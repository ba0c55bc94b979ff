#pragma once
// Where a learner is in a lesson: the step, its scene with and without the learner's changes, its questions.

#include <optional>
#include <string>

#include "core/base/error.h"
#include "lessons/model/lesson.h"
#include "lessons/model/scene.h"
#include "lessons/play/lesson_record.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// The three must outlive it.
struct LearnerInLesson {
  const Lesson& lesson;
  const LessonRecord& record;
  SceneRunner& runner;
};

// A question of the lesson.
struct AskedQuestion {
  const Question* question;
  int number;
  int step;
};
std::optional<AskedQuestion> find_question(const Lesson&, int number);

// A step, and its scene.
struct PlaceInLesson {
  const LessonStep& step;
  int number;  // of the step
  bool locked;
  VariantValues varying;
  LessonScene scene;  // as the lesson has it
  LessonScene now;    // with what the learner changed
};
// Whether a prediction of the step is open. REQUIRES: the lesson has this step.
bool is_locked(const Lesson&, const LessonRecord&, int step);
// Where the record says that the learner is.
PlaceInLesson place_of(const Lesson&, const LessonRecord&);
// A text of that step with its names and numbers filled in. An error has the file and the line in front.
Result<std::string> text_at(const LearnerInLesson&, const PlaceInLesson&, const std::string& text, int line);

// An error with the lesson's file and line in front.
template <class T>
Result<T> placed(Result<T> result, const Lesson& lesson, int line) {
  if (result) return result;
  return fail(result.error().fault, "{}:{}: {}", lesson.file, line, result.error().message);
}

}  // namespace commlab
