#include "gui/cli/commands/options.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/base/shell_word.h"
#include "core/experiment/experiment_options.h"
#include "core/files/standard_streams.h"
#include "core/machine_text/find_machine.h"
#include "core/plan/nccl_plan.h"

namespace commlab {
namespace {

// While CLI11 parses, the only way to refuse a value is to throw; command_line.cpp catches it.
void insist(const Status& status) {
  if (!status) throw CLI::ValidationError(status.error().message);
}

void add_option(CLI::App& app, Experiment& experiment, const ExperimentOption& option) {
  const std::string name = "--" + std::string(option.name);
  const std::string help(option.help);
  if (option.takes.empty()) {
    app.add_flag_callback(
        name, [&experiment, &option] { insist(read_option(option, experiment, {})); }, help);
    return;
  }
  const auto read_all = [&experiment, &option](const std::vector<std::string>& values) {
    for (const std::string& value : values) insist(read_option(option, experiment, value));
  };
  app.add_option_function<std::vector<std::string>>(name, read_all, help)
      ->type_name(std::string(option.takes))
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

// An --on that takes several backends.
void add_backends(CLI::App& app, std::vector<BackendName>& backends, const ExperimentOption& option) {
  const auto read_all = [&backends, &option](const std::vector<std::string>& names) {
    backends.clear();
    for (const std::string& name : names) {
      Experiment one;
      insist(read_option(option, one, name));
      backends.push_back(one.on);
    }
  };
  app.add_option_function<std::vector<std::string>>(
         "--on", read_all,
         fmt::format("{}; several are compared, on the machine of the first one", option.help))
      ->type_name(fmt::format("{}[,...]", option.takes))
      ->delimiter(',')
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
}

struct NcclVariable {
  const char* name;
  std::string_view option;   // that does the same
  std::string_view only{};   // the value that changes a choice; empty: every value
  std::string_view takes{};  // what the option then takes; empty: the same value
};
constexpr NcclVariable nccl_variables[] = {{"NCCL_ALGO", "nccl-algo"},
                                           {"NCCL_PROTO", "nccl-proto"},
                                           {"NCCL_MIN_NCHANNELS", "nccl-min-channels"},
                                           {"NCCL_MAX_NCHANNELS", "nccl-max-channels"},
                                           {"NCCL_NTHREADS", "nccl-threads"},
                                           {"NCCL_NVLS_ENABLE", "nccl-algo", "0", "^nvls,nvlstree"}};

// NCCL_COLLNET_ENABLE=1 is a word of the machine's network.
void tell_unused_collnet(const Experiment& experiment) {
  const char* const value = std::getenv("NCCL_COLLNET_ENABLE");
  const Result<NodeOfCluster> cluster = node_of_cluster(experiment.machine);
  const bool may_use = value != nullptr && value == std::string_view("1") && cluster && cluster->nodes > 1;
  if (!may_use || cluster->words.network.sharp) return;
  print_message(fmt::format(
      "commlab: NCCL_COLLNET_ENABLE=1 in the environment is not used here; --machine {} does the same\n",
      shell_word(experiment.machine + ",sharp")));
}

void add_collective(CLI::App& app, Experiment& experiment) {
  const auto read_collective = [&experiment](const std::string& name) {
    const Result<CollectiveKind> kind = parse_collective(name);
    if (!kind) throw CLI::ValidationError(kind.error().message);
    experiment.collective = *kind;
  };
  app.add_option_function<std::string>("collective", read_collective,
                                       "the operation; commlab list collectives shows all")
      ->required()
      ->type_name("");
}

}  // namespace

void add_experiment(CLI::App& app, Experiment& experiment) {
  add_collective(app, experiment);
  for (const ExperimentOption& option : experiment_options()) add_option(app, experiment, option);
}

void add_experiment_without(CLI::App& app, Experiment& experiment, std::span<const std::string_view> names) {
  for (const ExperimentOption& option : experiment_options())
    if (std::ranges::find(names, option.name) == names.end()) add_option(app, experiment, option);
}

void add_experiment(CLI::App& app, Experiment& experiment, std::vector<BackendName>& backends) {
  add_collective(app, experiment);
  for (const ExperimentOption& option : experiment_options())
    if (option.name == "on")
      add_backends(app, backends, option);
    else
      add_option(app, experiment, option);
}

void tell_unused_variables(const Experiment& experiment) {
  if (experiment.algorithm != nccl_name) return;
  tell_unused_collnet(experiment);
  for (const NcclVariable& variable : nccl_variables) {
    const char* const value = std::getenv(variable.name);
    if (value == nullptr || (!variable.only.empty() && variable.only != value)) continue;
    const std::string_view same = variable.takes.empty() ? value : variable.takes;
    Experiment asked = experiment;
    const auto option = std::ranges::find(experiment_options(), variable.option, &ExperimentOption::name);
    const Status can = read_option(*option, asked, same);
    if (can && asked == experiment) continue;
    print_message(fmt::format(
        "commlab: {}={} in the environment is not used here; {}\n", variable.name, value,
        can ? fmt::format("--{} {} does the same", variable.option, shell_word(same)) : can.error().message));
  }
}

void add_folder_of_tables(CLI::App& app, std::string& folder) {
  app.add_option("folder", folder,
                 "a folder of tables (.csv) and of what nccl-tests printed (.log); default: the tables that "
                 "come with commlab")
      ->type_name("");
}

void add_file(CLI::App& app, std::string& file, std::span<const std::string_view> endings, bool draws,
              const std::string& help) {
  const auto read_file = [&file, endings, draws](const std::string& name) {
    insist(accept_file(name, endings, draws));
    file = name;
  };
  app.add_option_function<std::string>("--out", read_file, help)->type_name("FILE");
}

void add_output(CLI::App& app, Output& output, const Tools& tools, AnswerForms forms) {
  output.answers = tools.answers;
  const auto read_format = [&app, &output, forms](const std::string& name) {
    if (name == "text")
      output.format = Format::text;
    else if (name == "json")
      output.format = Format::json;
    else if (name == "csv" && forms.csv)
      output.format = Format::csv;
    else if (name == "csv")
      throw CLI::ValidationError("--format csv: " + app.get_name() + " writes text or json");
    else
      throw CLI::ValidationError("--format: '" + name + "' is none of text, json" +
                                 (forms.csv ? ", csv" : ""));
  };
  const CLI::Option* const format =
      app.add_option_function<std::string>("--format", read_format, "form of the output; default: text")
          ->type_name(forms.csv ? "text|json|csv" : "text|json");
  const auto read_file = [&output, format, forms](const std::string& file) {
    insist(accept_file(file, answer_endings(forms.csv), forms.picture));
    output.file = file;
    if (format->count() > 0) return;
    if (ending_of(file) == ".csv") output.format = Format::csv;
    if (ending_of(file) == ".json") output.format = Format::json;
  };
  app.add_option_function<std::string>(
         "--out", read_file,
         fmt::format("write the output to this file, as its ending .txt, {}.json says{}",
                     forms.csv ? ".csv or " : "or ", forms.picture ? "; FILE.svg or .png: a picture" : ""))
      ->type_name("FILE");
}

}  // namespace commlab
