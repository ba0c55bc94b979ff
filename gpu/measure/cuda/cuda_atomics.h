#pragma once
// What happens to a counter to which thousands of a GPU's threads add at once. Threads of one warp even load
// and store in step, so only one of 32 plain additions counts.

#include "core/experiment/meter.h"

namespace commlab {

// Threads of GPU 0 add in four ways: plainly; atomically; atomically within blocks first; each to its own
// counter. Errors: as cuda_copies().
Result<AtomicsReport> cuda_atomics(const MeterSettings&);

}  // namespace commlab
