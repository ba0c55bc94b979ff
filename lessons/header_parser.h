#pragma once
// A lesson block: who the lesson is, what comes before it, what it fights, and what varies in it.

#include "core/base/error.h"
#include "lessons/lesson.h"
#include "lessons/lesson_text.h"

namespace commlab {

// Into the lesson, whose file is known. An error, too: the format is newer than this program.
Status read_header(const LessonFilePart&, Lesson&);

}  // namespace commlab
