#pragma once
// A teacher's key to a question: the answer, the wrong answers that people give, and the hints.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/lesson.h"

namespace commlab {

struct AnswerKey {
  struct Mistake {
    std::string answer;   // as it is written: "4.29 ms"; for a choice, its text
    std::string message;  // what to say to it; may be empty
    bool operator==(const Mistake&) const = default;
  };
  std::string answer;  // for a check that changes the scene: all solutions of the lesson
  std::string why;     // Markdown
  std::vector<Mistake> mistakes;
  std::vector<std::string> hints;  // all hints of the question
  bool operator==(const AnswerKey&) const = default;
};

// The known wrong answers (wrong.NAME), computed in the lesson's own scene; for a question with choices, the
// choices that do not hold.
Result<std::vector<AnswerKey::Mistake>> mistakes_of(const Question&, const EvaluationContext&);

}  // namespace commlab
