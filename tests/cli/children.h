#pragma once
// The processes that a test has started, and what it holds open: counted before and after, they tell what was
// left behind.

#include <cstddef>
#include <vector>

#include <sys/types.h>

#include "core/collective/collective.h"

namespace commlab {

std::size_t open_descriptors();
std::vector<pid_t> children();
// The child that was told that it has this rank; 0: none was.
pid_t process_of(Rank);

}  // namespace commlab
