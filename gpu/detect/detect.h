#pragma once
// Looks at this computer: GPUs with NVML; the PCIe tree, NICs and NUMA nodes in /sys; processors in /proc. It
// measures nothing and starts no work on a GPU.

#include "core/machine_text/computer.h"

namespace commlab {

// Things that are not found are left out, and looked_for names them.
Computer look_at_this_computer();

}  // namespace commlab
