#pragma once
// Parses a `predict` or `check` block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

// An error: the question lacks a key that its kind needs, or has one that belongs to another kind.
Result<Question> parse_question(const LessonFilePart&, std::string_view file);

}  // namespace commlab
