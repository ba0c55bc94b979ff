// commlab explain: where the time goes, and what would be faster.

#include <algorithm>
#include <cstdint>
#include <memory>

#include <CLI/CLI.hpp>

#include "core/plan/outcome.h"
#include "core/plan/perform.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/reports/explanation.h"
#include "gui/cli/reports/nccl_explanation.h"
#include "gui/cli/reports/report_data.h"

namespace commlab {
namespace {

// Every transfer of the run is followed: a ring of 1,024 ranks makes two million.
constexpr std::int64_t most_explained_transfers = 5'000'000;

struct ExplainArguments {
  Experiment experiment;
  Output output;
};

Result<std::string> answer(const ExplainArguments& asked, const Tools& tools) {
  if (asked.experiment.on != BackendName::sim)
    return fail("--on {}: only simulated runs can be explained; leave --on out, and try --machine host",
                name_of(asked.experiment.on));
  const Patience patience("simulating");
  Result<Setup> setup = set_up(asked.experiment, tools.planner());
  if (!setup) return tl::unexpected(setup.error());
  tell_unused_variables(setup->experiment);
  const Result<Choice> choice = choose_algorithm(*setup, tools.planner());
  if (!choice) return tl::unexpected(choice.error());
  setup->budget.transfers = most_explained_transfers;
  const Result<Outcome> outcome =
      perform(*setup, *choice, tools.planner(), {.trace = true, .stop = tools.stop});
  if (!outcome) return tl::unexpected(outcome.error());
  // Other algorithms are compared if that takes no longer.
  setup->budget.transfers = std::max(most_traced_transfers, outcome->run.transfers);
  if (asked.output.format != Format::json) return explanation(*setup, *outcome, tools);
  Json json = outcome_json(*outcome);
  if (outcome->nccl) json.update(nccl_json(explain_nccl(*setup, *outcome->nccl, tools)));
  return document(json);
}

Result<int> explain(const ExplainArguments& asked, const Tools& tools) {
  return answer(asked, tools)
      .and_then([&](const std::string& text) { return deliver(asked.output, text); })
      .map([] { return 0; });
}

Action declare_explain(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<ExplainArguments>();
  add_experiment(app, asked->experiment);
  add_output(app, asked->output, tools, {.csv = false});
  return [asked, &tools] { return explain(*asked, tools); };
}

}  // namespace

const Command explain_command = {.name = "explain",
                                 .summary = "explain where the time goes, and what would be faster",
                                 .examples = R"(  commlab explain all_reduce
  commlab explain all_reduce --machine hcm8 --algorithm ring --size 400MB
  commlab explain broadcast --algorithm flat --machine switch:8,450GB/s,350ns
  commlab explain all_reduce --machine "2x dgx-h100" --algorithm nccl --nccl 2.28)",
                                 .declare = declare_explain};

}  // namespace commlab
