#pragma once
// Which of the computer's processors this program may use, and which rank runs on which. A rank
// stays on one processor, as ranks do under mpirun or torchrun: left to the system, threads that wake
// each other gather on one processor in some runs and not in others, and times differ by half.

#include <thread>
#include <vector>

#include "core/collective/collective.h"

namespace commlab {

// In order; what taskset or a container left us. At least one.
std::vector<int> allowed_processors();

// Rank r's: the (r mod n)-th of n.
int processor_of(Rank rank, const std::vector<int>& processors);

// Best effort: where the system refuses, the thread runs anywhere.
void keep_on(std::thread& thread, int processor);

}  // namespace commlab
