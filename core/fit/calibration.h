#pragma once
// Fits what NCCL's calls cost to one cluster: starting from what is known of its GPUs and its network, the
// costs move only as far as the cluster's own timings pull them. A dozen rows are enough to learn something;
// what they do not show stays.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/fit/least_squares.h"
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

// How well costs predict rows that did not teach them, and how well they did before any calibration.
struct CalibrationJudgement {
  Errors before, after;
  int rows = 0;
};

// The costs of one machine around a place that follows its rows closely. To find this place, rows are
// simulated in rounds; what follows from it takes little time.
class MachineFit {
 public:
  // REQUIRES: rows, all of one machine, which outlive this.
  explicit MachineFit(std::span<const PublishedCall* const> rows, int cores = 1);

  NcclCalibration calibration() const;
  // Each fifth of the rows is predicted by a calibration to the others. Rows of all sizes are in every fifth.
  CalibrationJudgement judgement() const;

 private:
  const NcclCosts& before() const { return rows_.front()->costs; }
  // By the rows for which `counts` is true.
  template <class Counts>
  Solution solution(Counts counts) const;
  NcclCosts costs_at(const std::vector<double>& place) const;
  std::vector<double> weights_with(double trust) const;
  Problem problem();

  std::span<const PublishedCall* const> rows_;
  std::vector<Unknown> unknowns_;
  NcclCosts here_;
  RowsAtAPlace around_;
  double trust_ = 1;
};

}  // namespace commlab
