#pragma once
// A lesson block: the lesson's id and title, the lessons before it, the misconceptions it fights, and what
// varies.

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Reads the block into the lesson, whose file is set. A format newer than this program's is an error, too.
Status read_header(const LessonFilePart&, Lesson&);

}  // namespace commlab
