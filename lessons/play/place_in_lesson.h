#pragma once
// Where a Player's learner is, for the files that the Player is written in.

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
  LessonScene scene;  // the lesson's own
  LessonScene now;    // with what the learner changed
};

// In words that a file's author can look up.
template <class T>
Result<T> placed(Result<T> result, const Lesson& lesson, int line) {
  if (result) return result;
  return fail(result.error().fault, "{}:{}: {}", lesson.file, line, result.error().message);
}

}  // namespace commlab
