#pragma once
// How much memory this process can still have without pushing others out.

#include "core/base/units.h"

namespace commlab {

// What the kernel calls available, and no more than its control group has left.
Bytes available_host_memory();

}  // namespace commlab
