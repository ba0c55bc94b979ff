#pragma once
// How well NCCL's clock predicts machines that it has not seen: each family is predicted by a fit to all
// others.

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/fit/clock_fit.h"
#include "core/fit/published_call.h"
#include "core/fit/scores.h"

namespace commlab {

// A fit to all other families, for each family. Several fits run at once on so many cores; they take some
// seconds.
std::map<std::string, ClockFit> fits_without_each(std::span<const CallTable>, int cores,
                                                  const ReportProgress&);

// All rows of all tables, in order, each by the fit without its family.
std::vector<PredictedTime> leave_one_out(std::span<const CallTable>, int cores, const ReportProgress&);

// The same rows by one fit.
std::vector<PredictedTime> times_of(std::span<const CallTable>, const ClockFit&);

}  // namespace commlab
