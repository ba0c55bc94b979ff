#pragma once
// The names on GPUs. A GPU has its rank's name, "rank 12", "r12" or "12": the longest that fits on all GPUs.
// A GPU without a rank has its own name, and so have all GPUs if only copies run.

#include "core/trace/trace.h"
#include "gui/window/topology/layout.h"

namespace commlab {

// Also sets the layout's hole, so that the rings of chunks leave room for the names. A GPU without room for
// its name has none; nor have GPUs on machines with too many of them. REQUIRES: GPUs are placed.
void name_gpus(TopologyLayout&, const Trace&);

}  // namespace commlab
