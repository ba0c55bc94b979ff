#pragma once
// The record of a learner in one lesson.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lessons/expression/scene_setting.h"

namespace commlab {

// It is saved after every answer, and can be exported as text.
struct LessonRecord {
  struct Answer {
    int question = 0;
    std::string first;  // "?": "I don't know"
    std::string last;
    bool first_right = false;
    bool solved = false;
    bool shown = false;                // the result of a check was told before it was solved
    std::vector<std::string> stars{};  // all aims that were ever reached
    bool stars_shown = false;          // a solution was shown after solving; no further star counts
    int attempts = 0;
    int hints = 0;
    std::optional<std::int64_t> answered{};  // when the first answer was given: seconds since 1970, UTC
    std::optional<std::int64_t> took{};      // seconds since the step was opened, or since the answer before
  };
  std::string lesson;  // its id
  std::uint64_t variant = 0;
  int step = 0;  // the step that the learner was at
  std::vector<Answer> answers;
  std::vector<std::pair<int, SceneKeys>> edits;  // changes to scenes, by step
  std::string questions{};  // questions_mark() of the lesson as it was at the first answer; empty: unknown
};

// The record of a question; null: it has neither an answer nor a shown hint.
const LessonRecord::Answer* answer_to(const LessonRecord&, int question);
// The learner's changes to the scene of a step.
const SceneKeys& changes_in(const LessonRecord&, int step);

}  // namespace commlab
