#pragma once
// commlab lesson new: writes a small lesson that works, for its author to change.

#include <string>

#include "core/base/error.h"

namespace commlab {

// Writes NAME.lesson.md into the working directory, and returns the file's name. An error: the file exists
// already, or the name has characters that are not allowed.
Result<std::string> write_new_lesson(const std::string& name);

}  // namespace commlab
