#pragma once
// The times of a sweep over its sizes, as a chart.

#include <vector>

#include "core/plan/setup.h"
#include "gui/experiments/sweep_row.h"
#include "gui/picture/chart.h"

namespace commlab {

// A line for the runs out of place, and one for those in place.
Chart sweep_chart(const Setup&, const std::vector<SweepRow>&);

}  // namespace commlab
