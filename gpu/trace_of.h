#pragma once
// From the stamps of one iteration to a Trace.

#include "core/trace/trace.h"
#include "gpu/issue_order.h"
#include "gpu/iteration.h"

namespace commlab {

// Times count from the gate's opening. A message arrives all at once: when its receiver saw it, or, if the
// receiver came later, when it was in its slot. The links that it took are not known. REQUIRES: the iteration
// ended.
Trace trace_of(const Programs&, const IssueOrder&, const Iteration&);

}  // namespace commlab
