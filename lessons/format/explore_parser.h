#pragma once
// Parses an `explore` block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/format/lesson_text.h"
#include "lessons/model/lesson.h"

namespace commlab {

// Every key except ask and show.NAME is a key of the scene, with its stops.
Result<ExploreBlock> parse_explore(const LessonFilePart&, std::string_view file);

}  // namespace commlab
