#pragma once
// The options that commands share. Those of an experiment come from the one table in core/.

#include <string>
#include <vector>

#include "core/experiment/experiment.h"
#include "gui/cli/output/output.h"

namespace CLI {
class App;
}

namespace commlab {

// The collective, and every option of experiment_options(). The experiment must outlive the app.
void add_experiment(CLI::App&, Experiment&);

// Likewise, with an --on that takes several backends, "cuda,nccl", in their order. What is there before is
// the default. Experiment::on stays as it is.
void add_experiment(CLI::App&, Experiment&, std::vector<std::string>& backends);

// --format and --out.
void add_output(CLI::App&, Output&);

}  // namespace commlab
