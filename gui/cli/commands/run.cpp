// commlab run: runs one collective, simulated or for real.

#include <memory>

#include <CLI/CLI.hpp>

#include "core/plan/outcome.h"
#include "core/plan/perform.h"
#include "core/trace/perfetto.h"
#include "core/trace/trace.h"
#include "core/trace/trace_file.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/output/text.h"
#include "gui/cli/reports/report_data.h"
#include "gui/cli/reports/report_text.h"

namespace commlab {
namespace {

struct RunArguments {
  Experiment experiment;
  Output output;
  std::string trace_file;
  bool show_data = false;
};

std::string answer(const Performance& performance, const RunArguments& asked, const Provenance& provenance) {
  const std::vector<Outcome>& outcomes = performance.outcomes;
  if (asked.output.format == Format::json) return outcomes_json(outcomes, provenance);
  if (asked.output.format == Format::csv) return outcomes_csv(outcomes);
  std::string text = outcomes.size() == 1 ? page(outcomes.front()) : side_by_side(outcomes);
  text += refused_text(performance.refused);
  for (const Outcome& outcome : outcomes) {
    if (!outcome.run.buffers) continue;
    if (outcomes.size() > 1) text += fmt::format("\n{}", outcome.algorithm->name);
    text += data_text(outcome);
  }
  return text;
}

Status save_trace(const Outcome& outcome, const std::string& file) {
  if (!outcome.run.trace)
    return fail(Fault::runtime, "--trace: the {} backend gave no trace", outcome.run.backend);
  if (ending_of(file) == ".json") return deliver({.file = file}, perfetto_json(*outcome.run.trace));
  return write_trace(*outcome.run.trace, file);
}

Status check_trace_file(const RunArguments& asked) {
  const std::string& file = asked.trace_file;
  const std::string ending = ending_of(file);
  if (file.empty() || ending == ".json" || ending == ".trace") return {};
  return fail("--trace: '{}' ends neither in .trace (native) nor in .json (Perfetto)", file);
}

// Only a table of routes, and the page and the rows of one run, show more than times and bandwidths.
Wants wants_of(const RunArguments& asked) {
  Wants wants = only_the_numbers();
  // A caller that takes the outcomes looks at their transfers.
  const bool kept = static_cast<bool>(asked.output.answers.take_outcomes);
  wants.trace = !asked.trace_file.empty() || (kept && asked.experiment.on != BackendName::sim);
  wants.buffers = asked.show_data;
  const bool is_text = asked.output.format == Format::text;
  wants.split = asked.output.format == Format::json || (is_text && asked.experiment.algorithm != "all");
  wants.explained = kept || (is_text && asked.experiment.collective == CollectiveKind::p2p);
  return wants;
}

Result<Performance> perform_patiently(const Setup& setup, const Tools& tools, const RunArguments& asked) {
  const Patience patience(setup.experiment.on == BackendName::sim ? "simulating" : "running");
  Wants wants = wants_of(asked);
  wants.stop = tools.stop;
  return perform_all(setup, tools.planner(), wants);
}

Result<int> run(const RunArguments& asked, const Tools& tools) {
  if (const Status fine = check_trace_file(asked); !fine) return tl::unexpected(fine.error());
  const Result<Setup> setup = set_up(asked.experiment, tools.planner());
  if (!setup) return tl::unexpected(setup.error());
  tell_unused_variables(setup->experiment);
  const bool shows_provenance = asked.output.format == Format::json;
  const BackendName on = setup->experiment.on;
  const Result<ComputersFound> before = shows_provenance ? tools.provenance(on) : ComputersFound{};
  if (!before) return tl::unexpected(before.error());
  Result<Performance> performance = perform_patiently(*setup, tools, asked);
  if (!performance) return tl::unexpected(performance.error());
  const std::vector<Outcome>& outcomes = performance->outcomes;
  if (!asked.trace_file.empty()) {
    if (outcomes.size() > 1) return fail("--trace: one algorithm is needed, not {}", outcomes.size());
    if (const Status saved = save_trace(outcomes.front(), asked.trace_file); !saved)
      return tl::unexpected(saved.error());
  }
  const Provenance provenance = shows_provenance ? tools.provenance_after(*before, on) : Provenance{};
  const Status told = deliver(asked.output, answer(*performance, asked, provenance));
  if (told && asked.output.answers.take_outcomes)
    asked.output.answers.take_outcomes(std::move(performance->outcomes));
  return told.map([] { return 0; });
}

Action declare_run(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<RunArguments>();
  add_experiment(app, asked->experiment);
  app.add_flag("--show-data", asked->show_data, "print every rank's memory before and after the run");
  app.add_option("--trace", asked->trace_file,
                 "write who moved what, and when: FILE.trace, or FILE.json for Perfetto")
      ->type_name("FILE");
  add_output(app, asked->output, tools);
  return [asked, &tools] { return run(*asked, tools); };
}

}  // namespace

const Command run_command = {
    .name = "run",
    .summary = "run one collective, simulated or for real, and report its time",
    .examples = R"(  commlab run all_reduce --machine hcm8 --size 400MB --algorithm ring
  commlab run p2p --machine hcm8 --from 0 --to 1,2,4 --size 400MB
  commlab run broadcast --on host --ranks 4 --count 4 --data ranks --show-data
  commlab run all_to_all --machine switch:4,450GB/s,350ns --counts 8000,1000,1000,1000
  mpirun -n 4 commlab run all_reduce --on mpi --algorithm ring
  commlab run all_gather --machine switch:16,450GB/s,350ns --algorithm all
  commlab run all_reduce --slow gpu3:2x --trace slow.json
  commlab run all_reduce --machine "2x dgx-h100" --algorithm nccl --size 1GiB --cut node0.nic3
  commlab run all_reduce --machine "2x dgx-h100" --algorithm nccl --size 1GiB --slow gpu3.nvlink:17/18
  commlab run all_reduce --machine "2x dgx-h100" --algorithm nccl --size 1GiB --ranks-per-node 4)",
    .declare = declare_run};

}  // namespace commlab
