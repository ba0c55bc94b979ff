#pragma once
// Where the Player's learner is.

#include "lessons/model/scene.h"
#include "lessons/play/player.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

// A question of the lesson.
struct AskedQuestion {
  const Question* question;
  int number;
  int step;
};

// A step, and its scene.
struct PlaceInLesson {
  const LessonStep& step;
  int number;  // of the step
  bool locked;
  VariantValues varying;
  LessonScene scene;  // as the lesson has it
  LessonScene now;    // with what the learner changed
};

// An error with the lesson's file and line in front.
template <class T>
Result<T> placed(Result<T> result, const Lesson& lesson, int line) {
  if (result) return result;
  return fail(result.error().fault, "{}:{}: {}", lesson.file, line, result.error().message);
}

}  // namespace commlab
