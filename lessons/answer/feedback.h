#pragma once
// What is said to an answer.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/lesson.h"

namespace commlab {

// What is to be shown is not empty: result and why are, as long as they may not be told.
struct Feedback {
  bool right = false;
  std::string yours{};   // the answer as it was understood: "4.3 ms"
  std::string result{};  // what the run gave: "4.29 ms"; of a check that changes the scene, a solution
  std::string
      message{};      // of a wrong answer people give, or in which direction it is off, or what is missing
  std::string why{};  // the explanation; Markdown, numbers filled in
  std::vector<std::string> stars{};  // aims that are met: "bronze"
  std::string unmet{};               // of a changed scene that does not pass: which condition fails
  bool unknown = false;              // "I don't know": neither right nor wrong, and to be shown as neither
  bool told = true;    // the result may be shown: right, or given away; false after a wrong answer to a check
  bool shown = false;  // a check's result was told before it was solved: it no longer counts as solved
};

// With the question's explanation, its numbers filled in.
Result<Feedback> explained(Feedback, const Question&, const EvaluationContext&);

}  // namespace commlab
