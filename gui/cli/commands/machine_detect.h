#pragma once
// commlab machine detect: what this computer is, in words and as a machine file.

#include <string>

#include "core/base/error.h"
#include "gui/experiments/tools.h"

namespace commlab {

// Tells what was found, and writes the machine to `file` where one is named. 0; or 1, the answer is no, where
// there is no GPU: the host is told, and no file is written.
Result<int> detect_machine(const std::string& file, const Tools&);

}  // namespace commlab
