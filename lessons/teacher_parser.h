#pragma once
// A teacher block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/lesson.h"
#include "lessons/lesson_text.h"

namespace commlab {

Result<TeacherBlock> parse_teacher(const LessonFilePart&, std::string_view file);

}  // namespace commlab
