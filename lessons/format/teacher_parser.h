#pragma once
// Parses a `teacher` block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

Result<TeacherBlock> parse_teacher(const LessonFilePart&, std::string_view file);

}  // namespace commlab
