#pragma once
// A plot block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

// The plot must be of exactly one kind, and have the keys that this kind needs.
Result<PlotBlock> parse_plot(const LessonFilePart&, std::string_view file);

}  // namespace commlab
