#pragma once
// A published table and its predictions as a chart: measured marks, the predicted line, and the band in which
// four of five measurements are expected.

#include "gui/experiments/predicted_table.h"
#include "gui/picture/chart.h"

namespace commlab {

// REQUIRES: a table of collectives.
Chart reference_chart(const PredictedTable&);

}  // namespace commlab
