#pragma once
// What a cluster's own timings teach. Starting from what is known of its GPUs and its network, the costs of
// NCCL's calls move as far as the rows pull them, and what the costs cannot explain is kept beside them as a
// smooth correction (core/machine/measured_calls.h).
//
// Costs and correction are told apart together, in logarithms of measured / predicted: what a row is off is
// the sum of what wrong costs make, of the correction, and of noise. Each has a spread that is known before.
// So rows that are off as a slow NIC makes them off move the NIC's rate, and rows that are off as no cost can
// explain move no cost.
//
// Times bend at sizes where no model expects it. So between two rows of one way, some doublings apart, where
// costs predict the rows badly, the middle of a straight line counts as a measurement, too, if a less exact
// one.

#include <span>
#include <string>
#include <vector>

#include "core/fit/least_squares.h"
#include "core/fit/published_call.h"
#include "core/fit/scores.h"
#include "core/machine/measured_calls.h"

namespace commlab {

struct CalibratedCost {
  const NcclCost* cost;
  double before = 0;
  double after = 0;
  double spread = 0;     // of the logarithm: 0.05 is about 5 %
  bool learned = false;  // the rows made it much surer than it was
};

struct NcclCalibration {
  NcclCosts costs;                     // with what was measured beside them
  std::vector<CalibratedCost> values;  // those that the rows could have shown
};

// How well costs and correction predict rows that did not teach them, and how well costs did before.
struct CalibrationJudgement {
  Errors before, after;
  double in_band = 0;  // share of these rows within the band of four in five
  int rows = 0;
};

// To find the costs, the rows are simulated in rounds; what follows from it takes little time.
class MachineFit {
 public:
  // Rows of all sizes are used, but no more than most_measured_calls: equal calls count as one, with the mean
  // of their times, and of the others every second, third ... is taken. REQUIRES: rows, all of one machine.
  explicit MachineFit(std::span<const PublishedCall* const> rows, int cores = 1);

  NcclCalibration calibration() const;
  // Each fifth of the rows is predicted by a calibration to the others. Rows of all sizes are in every fifth.
  CalibrationJudgement judgement() const;
  int rows() const { return static_cast<int>(rows_.size()); }

 private:
  struct Point {
    CallPoint call;
    double usual_error;
  };
  // The costs and the correction that some of the rows make probable.
  struct Learned;

  const NcclCosts& before() const { return rows_.front().costs; }
  Learned learned_from(const std::vector<std::size_t>& rows) const;
  double covariance(std::size_t row, std::size_t other, double variation) const;
  double explained_by(std::size_t cost, std::size_t row) const;
  std::vector<MeasuredCall> lines_between(const std::vector<MeasuredCall>& rows, const NcclCosts&) const;
  MeasuredCall line_between(std::size_t row, std::size_t next, const NcclCosts&) const;
  Point placed(const PublishedCall&) const;
  RowsAtAPlace rows_at(const std::vector<double>& place, int cores) const;
  NcclCosts costs_at(const std::vector<double>& place) const;

  std::vector<PublishedCall> rows_;
  std::vector<Point> points_;
  std::vector<Unknown> unknowns_;  // the logarithms of the costs
  std::vector<double> errors_before_;
  RowsAtAPlace around_;  // where the rows were simulated last: near the most probable place
};

}  // namespace commlab
