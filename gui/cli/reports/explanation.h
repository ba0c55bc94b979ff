#pragma once
// A simulated run, explained as a teacher would: what happens, where the time goes, which link is the
// bottleneck and whose messages fill it, and what would be faster.

#include <string>

#include "core/plan/outcome.h"
#include "core/plan/setup.h"
#include "gui/experiments/tools.h"

namespace commlab {

// REQUIRES: the outcome is simulated, has a trace, and belongs to this setup.
Result<std::string> explanation(const Setup&, const Outcome&, const Tools&);

}  // namespace commlab
