#pragma once
// The lint of names in braces that nothing fills in: the learner would read "{size}" instead of a value.

#include "lessons/check/problems.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Looks at all read_texts(), without their code. The lesson's vary.NAME and the step's with.NAME fill in
// names.
void check_unfilled_names(const Lesson&, LessonProblems&);

}  // namespace commlab
