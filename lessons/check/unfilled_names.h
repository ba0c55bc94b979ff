#pragma once
// The lint of names in braces that nothing fills in: the learner would read "{size}" itself.

#include "lessons/check/problems.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Looks at all read_texts(), without their code. A name is filled in by the lesson's vary.NAME or the step's
// with.NAME.
void check_unfilled_names(const Lesson&, LessonProblems&);

}  // namespace commlab
