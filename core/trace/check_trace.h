#pragma once
// Whether a trace can be trusted: every index exists, times are in order, no transfer waits for itself, and
// nothing that a reader does with the trace needs more than a bounded amount of memory and time. A trace from
// a file is checked once, when it is read; after that, no code checks it again.

#include "core/base/error.h"
#include "core/trace/trace.h"

namespace commlab {

// An error names the first mistake. Takes time in proportion to the trace.
Status check_trace(const Trace&);

}  // namespace commlab
