#pragma once
// Answers that are typed: a value or a place, which is compared with what the run gave.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/answer/answer_rules.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/lesson.h"

namespace commlab {

extern const AnswerRules typed_answer_rules;

// What is asked for in this scene: one value, or several where each of them is right. An error where it
// cannot be computed, or not in the question's unit. REQUIRES: the answer is typed.
Result<std::vector<Value>> expected_answers(const Question&, const EvaluationContext&);
// The known wrong answer that this is; null: none of them.
Result<const WrongAnswer*> known_wrong(const Question&, const Value& given, const EvaluationContext&);
// How a value of this question is written: in its unit.
std::string answer_text(const Question&, const Value&);

}  // namespace commlab
