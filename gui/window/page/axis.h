#pragma once
// An axis of a chart within a lesson's text: values on a line, linear or logarithmic.

#include <string>
#include <vector>

#include "lessons/play/step_content.h"

namespace commlab {

struct PageAxis {
  bool log = false;
  double least = 0;
  double most = 1;
  double share(double value) const;  // 0 at the axis's beginning, 1 at its end
};

// An axis for these values; NaN and infinite values are ignored. A linear axis begins at 0 unless a value is
// negative; a logarithmic axis has a margin at both ends.
PageAxis axis_of(const std::vector<double>& values, bool log);

// Round values on the axis, at most this many.
std::vector<double> ticks_of(const PageAxis&, std::size_t most);

// A tick's label: "100 ms" for 100000 in "us". With other units it is a bare number, because unit_caption()
// names the unit once.
std::string tick_text(const PlotState&, double value);
std::string unit_caption(const PlotState&);

}  // namespace commlab
