#pragma once
// How much memory this process can still take without memory being taken from others.

#include "core/base/units.h"

namespace commlab {

// What the kernel reports as available, and at most what the process's control group has left.
Bytes available_host_memory();

}  // namespace commlab
