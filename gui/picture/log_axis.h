#pragma once
// A logarithmic axis, on which equal factors are equal distances: where values are, and which get a label.

#include <limits>
#include <vector>

namespace commlab {

struct LogRange {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  void take(double value) {
    least = value < least ? value : least;
    most = value > most ? value : most;
  }
  bool empty() const { return most == 0; }
  // share: where a value is on the logarithmic scale, 0 at least and 1 at most. at: the inverse.
  double share(double value) const;
  double at(double share) const;
};

// Wider by this factor at both ends; 1 to 10 if the range is empty. REQUIRES: factor > 1, or least < most.
LogRange widened(LogRange, double factor);

// Powers of two if `binary`. Otherwise 1, 2, 5 times powers of ten; only the powers if these are enough; or,
// within less than a decade, multiples of a round step. If there are too many ticks, only every n-th.
std::vector<double> log_ticks(const LogRange&, bool binary, std::size_t most_ticks);

// On an axis of equal distances: multiples of 1, 2 or 5 times a power of ten. REQUIRES: least < most.
std::vector<double> round_ticks(double least, double most, std::size_t most_ticks);

}  // namespace commlab
