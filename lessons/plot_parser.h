#pragma once
// A plot block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/lesson.h"
#include "lessons/lesson_text.h"

namespace commlab {

// It is of exactly one kind, and has what that needs.
Result<PlotBlock> parse_plot(const LessonFilePart&, std::string_view file);

}  // namespace commlab
