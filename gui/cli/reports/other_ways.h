#pragma once
// What else a copy from one GPU to another could do: go straight, over a GPU that relays, over
// many ways at once; and what no way can beat.

#include <string>

#include "core/plan/setup.h"
#include "gui/experiments/tools.h"

namespace commlab {

// A paragraph; empty where there is nothing to compare. REQUIRES: a simulated p2p.
Result<std::string> other_ways(const Setup&, const Tools&);

}  // namespace commlab
