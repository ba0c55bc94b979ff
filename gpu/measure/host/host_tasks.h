#pragma once
// Times the work of several threads that start together, each on its own processor.

#include <functional>
#include <span>

#include "core/base/error.h"
#include "core/base/units.h"

namespace commlab {

struct HostTask {
  int processor;  // one of allowed_processors()
  std::function<void()> work;
};

// The time from the start of the first task to the end of the last, without starting the threads. Error
// (Fault::runtime): a thread cannot be started, and no work is done. REQUIRES: at least one task; every task
// ends.
Result<Time> time_together(std::span<const HostTask>);

}  // namespace commlab
