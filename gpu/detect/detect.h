#pragma once
// Looks at this computer: GPUs by NVML, the tree of PCIe, NICs and NUMA nodes by /sys, processors by /proc.
// It measures nothing, and starts no work on a GPU.

#include "core/machine_text/computer.h"

namespace commlab {

// What is not found is left out; looked_for says so.
Computer look_at_this_computer();

}  // namespace commlab
