#pragma once
// What a learner is told about an answer.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Fields that are not empty are shown. `result` and `why` stay empty as long as the learner may not know
// them.
struct Feedback {
  bool right = false;
  std::string yours{};   // the answer as it was understood: "4.3 ms"
  std::string result{};  // what the run gave: "4.29 ms"; for a check that changes the scene, a solution
  // The learner's answer and the result as values. Nothing if the answer is no value, or if several values
  // are right.
  std::optional<Value> given{};
  std::optional<Value> expected{};
  // Indices into Question::choices: the learner's choice, and the right one. Nothing if no choice was made,
  // or if the right one must not be told.
  std::optional<std::size_t> chosen{};
  std::optional<std::size_t> right_choice{};
  // Said to a wrong answer: the lesson's message for a known wrong answer, or in which direction the answer
  // is off, or what is missing.
  std::string message{};
  std::string why{};                 // the explanation; Markdown, numbers filled in
  std::vector<std::string> stars{};  // further aims that the answer reaches: "bronze"
  std::string unmet{};               // which condition a changed scene does not meet yet
  bool unknown = false;              // "I don't know": shown neither as right nor as wrong
  bool told = true;    // the result may be shown: right, or given away; false after a wrong answer to a check
  bool shown = false;  // a check's result was told before it was solved: it no longer counts as solved
};

// The feedback with the question's explanation, its numbers filled in.
Result<Feedback> explained(Feedback, const Question&, const EvaluationContext&);

}  // namespace commlab
