#pragma once
// Parses a `lesson` block: the lesson's id and title, the lessons to do before it, the misconceptions that it
// fights, and what varies.

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Reads the block into the lesson. A format that is newer than this program is an error, too. REQUIRES: the
// lesson's file is set.
Status read_header(const LessonFilePart&, Lesson&);

}  // namespace commlab
