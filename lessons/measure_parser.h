#pragma once
// A measure block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/lesson.h"
#include "lessons/lesson_text.h"

namespace commlab {

Result<MeasureBlock> parse_measure(const LessonFilePart&, std::string_view file);

}  // namespace commlab
