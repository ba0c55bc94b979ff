#pragma once
// What lessons have done for them, by what the commands do.

#include "gui/experiments/tools.h"
#include "lessons/model/laboratory.h"

namespace commlab {

// Keeps a reference to tools.
Laboratory laboratory(const Tools&);

}  // namespace commlab
