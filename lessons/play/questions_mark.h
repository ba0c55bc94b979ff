#pragma once
// A mark of a lesson's questions. It shows whether a record's answers belong to the questions as they are
// now.

#include <string>

#include "lessons/model/lesson.h"

namespace commlab {

// Eight hexadecimal digits, a hash of everything that decides what an answer means: the question, its
// answer, unit and choices, and what varies. Prose, hints and messages may be edited without changing the
// mark.
std::string questions_mark(const Lesson&);

}  // namespace commlab
