#pragma once
// Reads a lesson's file into a Lesson.

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "lessons/model/lesson.h"

namespace commlab {

// An error names the file, the line and what was found; for a misspelled key, also the nearest key.
Result<Lesson> parse_lesson(std::string_view text, std::string file_name);
Result<Lesson> read_lesson(const std::filesystem::path&);

}  // namespace commlab
