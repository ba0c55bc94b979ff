#pragma once
// The options that commands share. Those of an experiment come from the one table in core/.

#include <string>

#include "core/experiment.h"
#include "gui/cli/output.h"

namespace CLI {
class App;
}

namespace commlab {

// The collective, and every option of experiment_options(). The experiment must outlive the app.
void add_experiment(CLI::App&, Experiment&);

// --format and --out.
void add_output(CLI::App&, Output&);

}  // namespace commlab
