#pragma once
// Whether a copy and a computation on two processors take place at once. The copy needs memory, the
// computation none: where they do not overlap, they share a core, or another program has it.

#include "core/experiment/meter.h"

namespace commlab {

// One thread copies; another, on another processor, multiplies and adds in registers.
Result<OverlapReport> host_overlap(const MeterSettings&);

}  // namespace commlab
