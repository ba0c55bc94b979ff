#pragma once
// A simulated run, told as a teacher would: what happens, what it waits for, which link is
// the bottleneck and whose messages fill it, and what would be faster.

#include <string>

#include "core/plan/outcome.h"
#include "core/plan/setup.h"
#include "gui/experiments/tools.h"

namespace commlab {

// REQUIRES: a simulated outcome with a trace, and its setup.
Result<std::string> explanation(const Setup&, const Outcome&, const Tools&);

}  // namespace commlab
