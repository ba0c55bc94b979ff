#pragma once
// The functions that handle a question, by the form of its answers: a row for each AnswerForm
// (lessons/model/question_kinds.h), and a file for each row.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/answer/feedback.h"
#include "lessons/answer/question_check.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/lesson.h"

namespace commlab {

struct AnswerRules {
  // Reads and judges an answer, as judge() does (lessons/answer/judge.h).
  Result<Feedback> (*judge)(const Question&, std::string_view text, const EvaluationContext&);
  // The right answer, as revealed() gives it (lessons/answer/judge.h), without the explanation.
  Result<Feedback> (*reveal)(const Question&, const EvaluationContext&);
  // The values that are right; empty if the answer is not a value.
  Result<std::vector<Value>> (*values)(const Question&, const EvaluationContext&);
  // How many values a learner writes on paper.
  Result<int> (*gaps)(const Question&, const EvaluationContext&);
  // Tries the question out: every right answer must be accepted, every known wrong one must get its message,
  // every solution must pass.
  void (*check)(const Question&, const QuestionCheck&);
};

const AnswerRules& rules_of(const Question&);

}  // namespace commlab
