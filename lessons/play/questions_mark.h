#pragma once
// By what a record's answers are known to belong to a lesson's questions as they are now.

#include <string>

#include "lessons/model/lesson.h"

namespace commlab {

// Eight hexadecimal digits of all that decides what an answer means: what is asked, its answer, unit and
// choices, and what varies. Prose, hints and messages may be mended without changing it.
std::string questions_mark(const Lesson&);

}  // namespace commlab
