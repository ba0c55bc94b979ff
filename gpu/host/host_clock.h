#pragma once
// The clock of all times that the host measures: steady, in nanoseconds, read without a system call.

#include <chrono>

#include "gpu/device.h"

namespace commlab {

inline HostTime host_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace commlab
