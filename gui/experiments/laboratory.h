#pragma once
// The laboratory of the lessons: it runs and measures their scenes with the same functions as the commands.

#include "gui/experiments/tools.h"
#include "lessons/model/laboratory.h"

namespace commlab {

// Keeps a reference to tools.
Laboratory laboratory(const Tools&);

}  // namespace commlab
