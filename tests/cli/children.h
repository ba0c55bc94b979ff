#pragma once
// The processes that a test has started, and the descriptors that it holds open. Counts before and after show
// what was left behind.

#include <cstddef>
#include <vector>

#include <sys/types.h>

#include "core/collective/collective.h"

namespace commlab {

std::size_t open_descriptors();
std::vector<pid_t> children();
// The child whose environment gives it this rank; 0 if there is none.
pid_t process_of(Rank);

}  // namespace commlab
