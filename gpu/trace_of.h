#pragma once
// From the stamps of one iteration to the Trace everyone understands.

#include "core/trace/trace.h"
#include "gpu/issue_order.h"
#include "gpu/iteration.h"

namespace commlab {

// Times run from the gate's opening. A message arrives all at once: when its receiver woke
// up to it, or when it lay in its slot, if the receiver came later. Which links it took is
// not known. REQUIRES: the iteration ended.
Trace trace_of(const Programs&, const IssueOrder&, const Iteration&);

}  // namespace commlab
