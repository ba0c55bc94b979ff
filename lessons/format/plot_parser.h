#pragma once
// A plot block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

// It is of exactly one kind, and has what that needs.
Result<PlotBlock> parse_plot(const LessonFilePart&, std::string_view file);

}  // namespace commlab
