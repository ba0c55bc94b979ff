#pragma once
// Whether an answer is right, and what is said to it. The player judges a learner's answers, the checker
// judges answers that a learner might give.

#include <string_view>

#include "core/base/error.h"
#include "lessons/answer/feedback.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/lesson.h"

namespace commlab {

// The complete feedback, with result and explanation. An error: the text cannot be read, or the lesson has a
// mistake. For a wrong prediction the message says how far off it is; for a wrong answer to a check, only in
// which direction, so that the learner can still find the answer. If the question is answered by changing the
// scene, the context is that of the changed scene, the text is not read, and `unmet` says what a scene that
// does not pass has reached.
Result<Feedback> judge(const Question&, std::string_view text, const EvaluationContext&);
// The result for a learner who has not found it; neither right nor wrong. If the question is answered by
// changing the scene, the context is that of a solution, and the result lists the values of all keys that may
// be changed.
Result<Feedback> revealed(const Question&, const EvaluationContext&);

// Whether the answer is "?" or "I don't know".
bool says_unknown(std::string_view answer);

}  // namespace commlab
