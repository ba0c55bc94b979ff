#pragma once
// A view block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/lesson.h"
#include "lessons/lesson_text.h"

namespace commlab {

Result<ViewBlock> parse_view(const LessonFilePart&, std::string_view file);

}  // namespace commlab
