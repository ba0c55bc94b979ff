#pragma once
// The most probable values of some numbers, given what is known of them before and what rows of measurements
// say. Levenberg and Marquardt's method; rows far off count less (Cauchy's loss), so that outliers decide
// nothing.

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "core/base/progress.h"

namespace commlab {

struct Unknown {
  double mean = 0;
  double spread = 1;  // standard deviation before any row; 0: it stays at its mean
};

// The change of a row's error with unknown `first`.
using Slopes = std::vector<std::pair<std::size_t, double>>;

struct Problem {
  std::vector<Unknown> unknowns;
  std::vector<double> weights;  // of each row
  double scale = 1;             // errors beyond this count less and less
  // Called before the errors and slopes at a new place are asked for.
  std::function<void(const std::vector<double>& place)> move_to;
  std::function<double(std::size_t row)> error;
  std::function<void(std::size_t row, double error, Slopes&)> slopes;  // appends those that are not 0
};

struct Solution {
  std::vector<double> place;
  std::vector<double> spreads;  // of each unknown, now that the rows are known
};

// The rows at a place: their errors, and how these change from there.
struct RowsAtAPlace {
  std::vector<double> place;
  std::vector<double> errors;
  std::vector<Slopes> slopes;
};
// Solves the problem as if slopes were everywhere as they are at that place, beginning there.
Solution solve_near(const RowsAtAPlace&, const std::vector<Unknown>&, const std::vector<double>& weights,
                    double scale);

// Solves the problem in few rounds, in each of which every row is asked once for its error and its slopes, on
// so many cores at once: they may take long. Begins at `start`; the means will do. `report` gets how far it
// is. Also gives the rows at the solution.
std::pair<Solution, RowsAtAPlace> solve_in_rounds(const Problem&, std::vector<double> start, int cores,
                                                  const ReportProgress& report);
std::vector<double> means_of(const std::vector<Unknown>&);

}  // namespace commlab
