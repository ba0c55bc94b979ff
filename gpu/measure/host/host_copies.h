#pragma once
// How fast this computer copies memory. Small copies are repeated within a round, so that reading the clock
// hardly counts; the copies then stay in the caches, as small messages do.

#include "core/experiment/meter.h"

namespace commlab {

// Measures memcpy by one thread, then by one thread on each processor, each of which copies a share. Errors
// (Fault::runtime): a copy that differs from its source; too little memory.
Result<CopyReport> host_copies(const MeterSettings&);

}  // namespace commlab
