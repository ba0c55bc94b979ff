#pragma once
// Predicted and measured times over sizes, as a chart.

#include "gui/cli/reports/compare_report.h"
#include "gui/picture/chart.h"

namespace commlab {

// Each algorithm of each backend has a colour: measured times as marks with whiskers, a library's own
// estimate as a dotted line. The prediction is the same for all backends: a broken line in the colour of the
// first backend. The bound is another line.
Chart compare_chart(const Compared&);

}  // namespace commlab
