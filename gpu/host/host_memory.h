#pragma once
// How much memory this process can still use without taking memory from other processes.

#include "core/base/units.h"

namespace commlab {

// The memory that the kernel reports as available, but at most what is left to the process's control group
// and to the process itself (ulimit -v).
Bytes available_host_memory();

}  // namespace commlab
