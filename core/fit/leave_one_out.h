#pragma once
// How well simulations of NCCL predict machines that the fit has not seen: each family is predicted by a fit
// to all others.

#include <functional>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/fit/nccl_fit.h"
#include "core/fit/published_call.h"
#include "core/fit/scores.h"

namespace commlab {

// All rows of these tables, in order, simulated with these costs.
using CostsOfRow = std::function<NcclCosts(const CallTable&, const PublishedCall&)>;
std::vector<PredictedTime> times_by(std::span<const CallTable* const>, int cores, const CostsOfRow&);

// All rows of all tables, in order: by the fit to all of them, and each by the fit without its family. And
// the rows of several nodes as if nobody knew what joins these.
struct LeftOutTimes {
  NcclFit fit;
  std::vector<PredictedTime> fitted, left_out, of_unknown_network;
};
LeftOutTimes leave_one_out(std::span<const CallTable>, const NcclFit& start, int cores,
                           const ReportProgress&);

}  // namespace commlab
