#pragma once
// Fits what NCCL's calls cost to one cluster: starting from what is known of its GPUs and its network, the
// costs move only as far as the cluster's own timings pull them. A dozen rows are enough to learn something;
// what they do not show stays.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/fit/published_call.h"
#include "core/fit/scores.h"

namespace commlab {

struct CalibratedCost {
  const NcclCost* cost;
  double before = 0;
  double after = 0;
  double spread = 0;     // of the logarithm: 0.05 is about 5 %
  bool learned = false;  // the rows made it much surer than it was
};

struct NcclCalibration {
  NcclCosts costs;
  std::vector<CalibratedCost> values;  // those that the rows could have shown
};

// REQUIRES: rows, all of one machine.
NcclCalibration calibrate_nccl(std::span<const PublishedCall* const> rows, int cores = 1);

// How well it predicts rows that it did not use: each fifth of the rows by a calibration to the others, and
// before any calibration. Rows of all sizes are in every fifth.
struct CalibrationJudgement {
  Errors before, after;
  int rows = 0;
};
CalibrationJudgement judge_calibration(std::span<const PublishedCall* const> rows, int cores = 1);

}  // namespace commlab
