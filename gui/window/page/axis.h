#pragma once
// An axis of a chart within a lesson's text: values on a line, linear or logarithmic.

#include <string>
#include <vector>

#include "lessons/step_content.h"

namespace commlab {

struct PageAxis {
  bool log = false;
  double least = 0;
  double most = 1;
  double share(double value) const;  // 0 at its beginning, 1 at its end
};

// Wide enough for the values that are numbers; from 0 where it is linear and none is below. With a margin at
// its ends where it is logarithmic.
PageAxis axis_of(const std::vector<double>& values, bool log);

// Round values on it, so many at most.
std::vector<double> ticks_of(const PageAxis&, std::size_t most);

// Beside a tick, in the plot's unit: "100 ms" for 100000 of "us"; what is no time is a bare number, and the
// unit is told once (unit_caption).
std::string tick_text(const PlotState&, double value);
std::string unit_caption(const PlotState&);

}  // namespace commlab
