#pragma once
// The times of all algorithms over sizes, as a chart: a line for each algorithm, the bound below these lines,
// and at the top a strip that names the fastest algorithm at each size.

#include <vector>

#include "gui/experiments/ranking.h"
#include "gui/picture/chart.h"

namespace commlab {

Chart crossover_chart(const Race&);

}  // namespace commlab
