#pragma once
// From a lesson's file to a Lesson.

#include <filesystem>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "lessons/model/lesson.h"

namespace commlab {

// An error names the file, the line, what was found, and the nearest key where a key is misspelled.
Result<Lesson> parse_lesson(std::string_view text, std::string file_name);
Result<Lesson> read_lesson(const std::filesystem::path&);

}  // namespace commlab
