#pragma once
// Why a run takes so long: the chain of transfers that ends last. Each transfer in this chain waited for the
// one before.

#include <string>
#include <vector>

#include "core/experiment/run.h"
#include "core/trace/trace.h"

namespace commlab {

struct CriticalPath {
  std::vector<std::int32_t> transfers;  // indices into the trace, first to last
  TimeSplit split;                      // of the whole run along this path; its sum is the finish
};
CriticalPath critical_path(const Trace&);

}  // namespace commlab
