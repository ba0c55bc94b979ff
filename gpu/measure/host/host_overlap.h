#pragma once
// Whether a copy and a computation on two processors run at the same time. The copy needs memory, and the
// computation needs none. If the two do not overlap, they share a core, or another program uses one of their
// cores.

#include "core/experiment/meter.h"

namespace commlab {

// One thread copies; another, on another processor, multiplies and adds in registers.
Result<OverlapReport> host_overlap(const MeterSettings&);

}  // namespace commlab
