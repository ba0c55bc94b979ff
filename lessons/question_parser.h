#pragma once
// A predict or check block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/lesson.h"
#include "lessons/lesson_text.h"

namespace commlab {

// What its kind needs is there, and nothing that belongs to another.
Result<Question> parse_question(const LessonFilePart&, std::string_view file);

}  // namespace commlab
