#pragma once
// The most probable values of some numbers, given what is known of them before and what rows of measurements
// say. Levenberg and Marquardt's method; rows far off count less (Cauchy's loss), so that outliers decide
// nothing.

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

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

Solution solve(const Problem&);

}  // namespace commlab
