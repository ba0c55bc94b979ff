#pragma once
// Parses a `plot` block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

// An error: the plot is not of exactly one kind, or lacks a key that this kind needs.
Result<PlotBlock> parse_plot(const LessonFilePart&, std::string_view file);

}  // namespace commlab
