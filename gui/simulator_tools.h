#pragma once
// What every edition of the program can do, with hardware or without: the simulator's functions as Tools. And
// what the backends are called, whether an edition has them or can only name them.

#include <string>

#include "core/experiment/choices.h"
#include "gui/experiments/tools.h"

namespace commlab {

// "threads of this computer, with real data"
std::string title_of(BackendName);

// Tools with the backend that predicts, the critical path, and scripts. The caller adds the rest.
Tools simulator_tools();

}  // namespace commlab
