#pragma once
// What the model assumes in a scene (assume = "..."), said beside the answers about its run.

#include "core/base/error.h"
#include "lessons/answer/feedback.h"
#include "lessons/model/scene.h"

namespace commlab {

// Whether the assumption is said beside this question of the step: it is the first one that asks about a run.
bool says_the_assumption(const LessonStep&, const Question&);

// The feedback with "Assumed: ..." behind its explanation, if the scene assumes something and the answer
// depends on its run.
Result<Feedback> with_assumption(Feedback, const Question&, const LessonScene&, const EvaluationContext&);

}  // namespace commlab
