#pragma once
// Whether an answer is right, and what is said to it. Used by the player on what a learner answers, and by
// the checker on what a learner might answer.

#include <string_view>

#include "core/base/error.h"
#include "lessons/answer/feedback.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/lesson.h"

namespace commlab {

// All there is to say, result and explanation included. An error: the text cannot be read, or the lesson is
// wrong. For a wrong prediction the message says how far off it is; for a wrong answer to a check only in
// which direction, so that there is something left to find. Where the question is answered by changing the
// scene, the context is that of the changed scene and the text is not read; a scene that does not pass is
// told what was reached.
Result<Feedback> judge(const Question&, std::string_view text, const EvaluationContext&);
// The result for a learner who has not found it; neither right nor wrong. Where the scene is to be changed,
// the context is that of a solution, and the result is all that may be changed there.
Result<Feedback> revealed(const Question&, const EvaluationContext&);

// "?", "I don't know".
bool says_unknown(std::string_view answer);

}  // namespace commlab
