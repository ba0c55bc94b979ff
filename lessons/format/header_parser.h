#pragma once
// A lesson block: who the lesson is, what comes before it, what it fights, and what varies in it.

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Into the lesson, whose file is known. An error, too: the format is newer than this program.
Status read_header(const LessonFilePart&, Lesson&);

}  // namespace commlab
