#pragma once
// A race of algorithms over sizes, as a picture: time against size, the bound under all of them,
// and along the top whose sizes these are.

#include <vector>

#include "gui/experiments/ranking.h"
#include "gui/picture/chart.h"

namespace commlab {

Chart crossover_chart(const Race&, const std::vector<Lead>&);

}  // namespace commlab
