#pragma once
// A predict or check block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

// The question must have the keys that its kind needs, and none that belong to other kinds.
Result<Question> parse_question(const LessonFilePart&, std::string_view file);

}  // namespace commlab
