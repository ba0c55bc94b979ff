#pragma once
// How fast this computer copies memory. Small copies are repeated within a round, so that reading the clock
// takes nothing beside them; they then stay in the caches, as small messages do.

#include "core/experiment/meter.h"

namespace commlab {

// memcpy by one thread, then by one thread on each processor, which each copy a share. A copy that differs
// from its source is an error (Fault::runtime), and so is too little memory.
Result<CopyReport> host_copies(const MeterSettings&);

}  // namespace commlab
