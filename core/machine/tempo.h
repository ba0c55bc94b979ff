#pragma once
// How fast this computer was when it was calibrated: the times of a few small programs, which can be timed
// again later. A virtual computer may change its speed within minutes, and by one factor for small messages
// and another for large ones. The factor is the drift: the time now / the time at the calibration.

#include <string>
#include <vector>

#include "core/base/units.h"

namespace commlab {

struct TempoTime {
  Bytes message;  // size of the program's messages
  Time time;      // in the calibration's quiet moments
  Time fastest;   // median of its fastest sweep
  Time slowest;   // median of its slowest sweep
};

// Each of `ranks` ranks sends `messages` messages round a ring, and reduces each that it receives.
struct Tempo {
  std::string backend;  // who ran it: "host"
  int ranks = 0;
  int messages = 0;
  std::vector<TempoTime> times;  // rising sizes; empty: not known
  bool known() const { return !times.empty(); }
};

struct DriftOfSize {
  Bytes message;
  double drift;
};

// The times from which the drift of messages of this size follows: that of the size itself or of the nearest
// one; else those of the next smaller and the next larger size. REQUIRES: the tempo is known.
std::vector<TempoTime> times_near(const Tempo&, Bytes message);
// Linear between the logarithms; outside, the drift of the nearest size. REQUIRES: rising sizes, at least
// one.
double drift_at(const std::vector<DriftOfSize>&, Bytes message);

// Even on a steady computer, times of a few milliseconds differ by this factor, so it shows no change.
inline constexpr double drift_of_noise = 1.1;
// What is left of a drift without that factor: 1.5 of 1.65, 1 of all between 1 / 1.1 and 1.1.
double beyond_noise(double drift);

// The size whose sweeps differ most. REQUIRES: the tempo is known.
const TempoTime& least_steady(const Tempo&);
double slowest_by_fastest(const TempoTime&);  // at least 1

}  // namespace commlab
