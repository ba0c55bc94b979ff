#pragma once
// The options that commands share. The options of an experiment come from the table in core/experiment.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/experiment/experiment.h"
#include "gui/cli/output/output.h"
#include "gui/experiments/tools.h"

namespace CLI {
class App;
}

namespace commlab {

// Adds the collective, and every option of experiment_options(). The experiment must outlive the app.
void add_experiment(CLI::App&, Experiment&);

// The options of an experiment without those of these names, and without the collective: for a command that
// finds them elsewhere.
void add_experiment_without(CLI::App&, Experiment&, std::span<const std::string_view> names);

// The same as add_experiment(), but --on takes several backends: "cuda,nccl". They replace the default, which
// is what `backends` holds now. Experiment::on stays as it is.
void add_experiment(CLI::App&, Experiment&, std::vector<BackendName>& backends);

// If NCCL chooses: names on standard error those variables of NCCL in the environment that would change its
// choice, none of which is used here, and the options that do the same.
void tell_unused_variables(const Experiment&);

// Adds the folder of tables that a command reads; it stays empty for the tables that come with commlab.
void add_folder_of_tables(CLI::App&, std::string& folder);

// Adds --out, which takes files with these endings (see accept_file), and sets `file`.
void add_file(CLI::App&, std::string& file, std::span<const std::string_view> endings, bool draws,
              const std::string& help);

// What an answer can be besides text and JSON.
struct AnswerForms {
  bool csv = true;
  bool picture = false;  // FILE.svg or FILE.png asks for it
};

// Adds --format and --out. If no --format is given, FILE.csv and FILE.json say it. Without --out, the answer
// goes to those of the tools.
void add_output(CLI::App&, Output&, const Tools&, AnswerForms = {});

}  // namespace commlab
