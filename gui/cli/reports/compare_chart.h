#pragma once
// Predicted and measured, as time against size.

#include "gui/cli/reports/compare_report.h"
#include "gui/picture/chart.h"

namespace commlab {

// A colour for each algorithm of each backend: measured with marks and their spread, what a library expected
// dotted; the prediction, which is one for all backends, broken, in the colour of the first; and the bound.
Chart compare_chart(const Compared&);

}  // namespace commlab
