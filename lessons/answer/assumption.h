#pragma once
// What the model assumes in a scene (assume = "..."), said beside the answer.

#include "core/base/error.h"
#include "lessons/answer/feedback.h"
#include "lessons/model/scene.h"

namespace commlab {

// The feedback with "Assumed: ..." behind its explanation, if the scene assumes something and the answer
// depends on its run.
Result<Feedback> with_assumption(Feedback, const Question&, const LessonScene&, const EvaluationContext&);

}  // namespace commlab
