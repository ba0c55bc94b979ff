#pragma once
// commlab machine detect: describes this computer, in words and as a machine file.

#include <string>

#include "core/base/error.h"
#include "gui/experiments/tools.h"

namespace commlab {

// Prints what was found, and writes the machine to `file` unless `file` is empty. Without a GPU there is no
// machine: the function describes the host, writes no file, and returns an error with exit status 1.
Result<int> detect_machine(const std::string& file, const Tools&);

}  // namespace commlab
