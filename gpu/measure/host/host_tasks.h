#pragma once
// Work for several threads that start together, each on a processor of its own, and a stopwatch for it.

#include <functional>
#include <span>

#include "core/base/error.h"
#include "core/base/units.h"

namespace commlab {

struct HostTask {
  int processor;  // of allowed_processors()
  std::function<void()> work;
};

// The time from the start of the first task to the end of the last, without starting the threads. Error
// (Fault::runtime): a thread cannot be started; then no work is done. REQUIRES: at least one task, and every
// task ends.
Result<Time> time_together(std::span<const HostTask>);

}  // namespace commlab
