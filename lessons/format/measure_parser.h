#pragma once
// Parses a `measure` block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

Result<MeasureBlock> parse_measure(const LessonFilePart&, std::string_view file);

}  // namespace commlab
