#pragma once
// Work for several threads that begin at once, each on a processor of its own, and the stopwatch for it.

#include <functional>
#include <span>

#include "core/base/error.h"
#include "core/base/units.h"

namespace commlab {

struct HostTask {
  int processor;  // of allowed_processors()
  std::function<void()> work;
};

// From the first one's begin to the last one's end: starting the threads is not in it. Every task ends by
// itself. An error (Fault::runtime) where there are no more threads; then no work is done.
Result<Time> time_together(std::span<const HostTask>);

}  // namespace commlab
