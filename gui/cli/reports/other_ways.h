#pragma once
// Compares ways to copy from one GPU to another: direct, over a GPU that relays, over many paths at once.
// Adds the bound that no way can beat.

#include <string>

#include "core/plan/setup.h"
#include "gui/experiments/tools.h"

namespace commlab {

// A paragraph; empty if there is only one way. REQUIRES: the setup of a simulated p2p.
Result<std::string> other_ways(const Setup&, const Tools&);

}  // namespace commlab
