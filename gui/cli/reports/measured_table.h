#pragma once
// What compare measured, as a table in the form of those that others published (core/published/published.h),
// so that `compare --reference` and `accuracy` hold later predictions against it. The machine that predicted
// it is kept beside it, under the table's name: it was measured in the same hour, and elsewhere nobody has
// it.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "gui/cli/reports/compare_report.h"
#include "gui/experiments/tools.h"

namespace commlab {

// Whether one table can hold what is about to be measured: one backend, one algorithm at a time, and no
// copies to chosen ranks.
Status fits_a_table(const Experiment&, const std::vector<std::string>& backends, const std::string& file);

// Writes the table, and its machine as FILE.toml. REQUIRES: fits_a_table().
Status save_measured(const Compared&, const std::string& file, const Tools&);

}  // namespace commlab
