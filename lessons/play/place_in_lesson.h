#pragma once
// The place of a learner in a lesson: the step, the scene with and without the learner's changes, the
// questions.

#include <optional>
#include <string>

#include "core/base/error.h"
#include "lessons/model/lesson.h"
#include "lessons/model/scene.h"
#include "lessons/play/lesson_record.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// A learner in a lesson. The lesson, record and runner must outlive it.
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

// A step and its scene.
struct PlaceInLesson {
  const LessonStep& step;
  int number;  // the step's number, from 0
  bool locked;
  VariantValues varying;
  LessonScene scene;  // as the lesson has it
  LessonScene now;    // with the learner's changes
};
// Whether a prediction of the step is open. REQUIRES: the lesson has this step.
bool is_locked(const Lesson&, const LessonRecord&, int step);
// The place where the learner is, by the record.
PlaceInLesson place_of(const Lesson&, const LessonRecord&);
// A text of that step with its names and numbers filled in. An error begins with the file and the line.
Result<std::string> text_at(const LearnerInLesson&, const PlaceInLesson&, const std::string& text, int line);

// The result; an error gets the lesson's file and the line in front.
template <class T>
Result<T> placed(Result<T> result, const Lesson& lesson, int line) {
  if (result) return result;
  return fail(result.error().fault, "{}:{}: {}", lesson.file, line, result.error().message);
}

}  // namespace commlab
