#pragma once
// What `commlab calibrate --from` is worth on machines that the fit has not seen. From a fit to all other
// families, some rows of a cluster calibrate, and others judge.

#include <span>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/fit/nccl_fit.h"
#include "core/fit/published_call.h"
#include "core/fit/scores.h"

namespace commlab {

// The rows that judge, once for each time that others calibrated.
struct CalibratedTimes {
  std::vector<PredictedTime> before, after;
};
// By what the rows that calibrate and those that judge have in common.
struct CalibratedPart {
  std::string_view name;  // "another collective"
  CalibratedTimes times;
};

// Every second row of each table calibrates, and the others judge.
CalibratedPart calibrated_by_halves(std::span<const CallTable>, const NcclFit& start, int cores,
                                    const ReportProgress&);

// Each table of a cluster calibrates, and each other one judges: another collective on as many ranks and
// nodes, the collective on another number of nodes, of ranks, the same again, and what is farther away.
// Without parts that no cluster has.
std::vector<CalibratedPart> calibrated_once(std::span<const CallTable>, const NcclFit& start, int cores,
                                            const ReportProgress&);

}  // namespace commlab
