#pragma once
// commlab lesson new: a small lesson that works, to be changed into another.

#include <string>

#include "core/base/error.h"

namespace commlab {

// Writes NAME.lesson.md into the working directory; what it is called. An error: there is such a file, or no
// file can be called so.
Result<std::string> write_new_lesson(const std::string& name);

}  // namespace commlab
