#pragma once
// The measurements of `compare`, as a table in the form of published ones (core/published/published.h), so
// that `compare --reference` and `accuracy` can compare later predictions with it. The machine is written
// beside it as FILE.toml, because it was measured in the same hour and exists nowhere else.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "gui/cli/reports/compare_report.h"
#include "gui/experiments/tools.h"

namespace commlab {

// An error where one table cannot hold it all: for several backends, several algorithms, or a p2p.
Status fits_a_table(const Experiment&, const std::vector<BackendName>& backends, const std::string& file);

// Writes the table, and its machine as FILE.toml. REQUIRES: fits_a_table().
Status save_measured(const Compared&, const std::string& file, const Tools&);

}  // namespace commlab
