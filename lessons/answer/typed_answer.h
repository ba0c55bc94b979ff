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

// The right answers in this scene: one value, or several of which each is right. An error: a value cannot be
// computed, or does not have the question's unit. REQUIRES: the answer is typed.
Result<std::vector<Value>> expected_answers(const Question&, const EvaluationContext&);
// The known wrong answer that equals `given`; null: none.
Result<const WrongAnswer*> known_wrong(const Question&, const Value& given, const EvaluationContext&);
// How a value of this question is written: in its unit.
std::string answer_text(const Question&, const Value&);

}  // namespace commlab
