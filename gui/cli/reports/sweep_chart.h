#pragma once
// The times of a sweep over sizes, as a chart. Where the algorithm changes with the size, each has a line of
// its own and a strip at the top.

#include <vector>

#include "core/plan/setup.h"
#include "gui/experiments/sweep_row.h"
#include "gui/picture/chart.h"

namespace commlab {

// REQUIRES: there is a row.
Chart sweep_chart(const Setup&, const std::vector<SweepRow>&);

}  // namespace commlab
