#pragma once
// The lint of names in braces that nothing fills in: "{size}" would be read as it stands.

#include "lessons/check/problems.h"
#include "lessons/model/lesson.h"

namespace commlab {

// In all read_texts(), but for code. A name is filled in by the lesson's vary.NAME or the step's with.NAME.
void check_unfilled_names(const Lesson&, LessonProblems&);

}  // namespace commlab
