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

// Fields that are not empty are shown. Result and why stay empty as long as they may not be told.
struct Feedback {
  bool right = false;
  std::string yours{};   // the answer as it was understood: "4.3 ms"
  std::string result{};  // what the run gave: "4.29 ms"; for a check that changes the scene, a solution
  // Yours and the result as values. None where the answer is no value, or where several are right.
  std::optional<Value> given{};
  std::optional<Value> expected{};
  // Places in Question::choices: yours, and the right one. None where no choice was taken or may be told.
  std::optional<std::size_t> chosen{};
  std::optional<std::size_t> right_choice{};
  // Said to a wrong answer: the lesson's message to a known one, in which direction it is off, or what is
  // missing.
  std::string message{};
  std::string why{};                 // the explanation; Markdown, numbers filled in
  std::vector<std::string> stars{};  // further aims that are reached: "bronze"
  std::string unmet{};               // which condition a changed scene does not meet yet
  bool unknown = false;              // "I don't know": neither right nor wrong, and to be shown as neither
  bool told = true;    // the result may be shown: right, or given away; false after a wrong answer to a check
  bool shown = false;  // a check's result was told before it was solved: it no longer counts as solved
};

// The feedback with the question's explanation, its numbers filled in.
Result<Feedback> explained(Feedback, const Question&, const EvaluationContext&);

}  // namespace commlab
