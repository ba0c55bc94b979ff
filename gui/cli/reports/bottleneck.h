#pragma once
// The fullest link of a run, the ranks whose messages fill it, and what there is to learn from it.

#include <string>

#include "core/plan/outcome.h"

namespace commlab {

// Empty where the run used no links. REQUIRES: the outcome is simulated and has a trace.
std::string bottleneck_text(const Outcome&);

}  // namespace commlab
