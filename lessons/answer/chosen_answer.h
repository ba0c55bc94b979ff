#pragma once
// Answers that are chosen: one of several choices. The run decides which one holds.

#include <string_view>

#include "core/base/error.h"
#include "lessons/answer/answer_rules.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/lesson.h"

namespace commlab {

extern const AnswerRules chosen_answer_rules;

// The one choice that holds. An error: none holds, or several. REQUIRES: the question has choices.
Result<std::size_t> right_choice(const Question&, const EvaluationContext&);
// The choice that a learner names by its letter ("b"), its number ("2") or its beginning.
Result<std::size_t> read_choice(const Question&, std::string_view text);

}  // namespace commlab
