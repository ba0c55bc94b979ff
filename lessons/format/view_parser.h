#pragma once
// Parses a `view` block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

Result<ViewBlock> parse_view(const LessonFilePart&, std::string_view file);

}  // namespace commlab
