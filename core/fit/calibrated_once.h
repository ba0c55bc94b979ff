#pragma once
// What `commlab calibrate --from` is worth on machines that the fit has not seen: from a fit to all other
// families, each table of a cluster calibrates, and the cluster's other tables judge.

#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/fit/nccl_fit.h"
#include "core/fit/published_call.h"
#include "core/fit/scores.h"

namespace commlab {

// The rows of every judging table, once for each table that calibrates.
struct CalibratedTimes {
  std::vector<PredictedTime> before, after;
};
CalibratedTimes calibrated_once(std::span<const CallTable>, const NcclFit& start, int cores,
                                const ReportProgress&);

}  // namespace commlab
