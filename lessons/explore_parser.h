#pragma once
// An explore block.

#include <string_view>

#include "core/base/error.h"
#include "lessons/lesson.h"
#include "lessons/lesson_text.h"

namespace commlab {

// Every key but ask and show.NAME is a scene's, with its stops.
Result<ExploreBlock> parse_explore(const LessonFilePart&, std::string_view file);

}  // namespace commlab
