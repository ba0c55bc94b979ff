// commlab check: whether measured times are normal, and if not, why.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/base/words.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/reports/check_report.h"

namespace commlab {
namespace {

struct CheckArguments {
  std::string what;                   // a collective, or a file
  Experiment experiment;              // without its sizes
  std::vector<std::string> sizes;     // as typed
  std::vector<std::string> measured;  // as typed, one for each size
  Output output;
};

// What a call of NCCL that was timed does not depend on, or what the command has options of its own for.
constexpr std::array<std::string_view, 29> not_asked = {
    "on",    "algorithm", "protocol", "loop",     "root",    "from",  "to",         "size",
    "count", "counts",    "data",     "pieces",   "ring",    "route", "link-model", "exact",
    "slow",  "late",      "cut",      "jitter",   "absent",  "seed",  "fused",      "streaming",
    "slots", "copy",      "links",    "per-node", "channels"};

// A file says itself what was run.
Status only_the_machine_is_given(const CheckArguments& asked) {
  Experiment defaults;
  defaults.machine = asked.experiment.machine;
  if (asked.experiment == defaults && asked.sizes.empty() && asked.measured.empty()) return {};
  return fail("check {}: the file says what was run, and how; the only other option allowed is --machine",
              asked.what);
}

Result<CheckJob> typed_job(const CheckArguments& asked, CollectiveKind kind, const Tools& tools) {
  if (asked.sizes.empty() || asked.measured.empty())
    return fail(
        "check {}: give --size and --measured, as in --size 1GiB --measured 6ms, or a file of what "
        "nccl-tests printed",
        asked.what);
  if (kind == CollectiveKind::p2p)
    return fail("check p2p: nccl-tests times no copies between two GPUs; expected a collective, or sendrecv");
  Experiment experiment = asked.experiment;
  experiment.collective = kind;
  std::vector<Bytes> sizes;
  for (const std::string& text : asked.sizes) {
    const Result<Bytes> size = parse_bytes(text);
    if (!size) return fail("--size: {}", size.error().message);
    sizes.push_back(*size);
  }
  return job_of_times(experiment, sizes, asked.measured, tools);
}

Result<CheckJob> job_of(const CheckArguments& asked, const Tools& tools) {
  const bool is_path = asked.what.find_first_of("./") != std::string::npos;
  const Result<CollectiveKind> kind = parse_collective(asked.what);
  if (kind && !is_path) return typed_job(asked, *kind, tools);
  std::error_code unreadable;
  if (!is_path && !std::filesystem::exists(asked.what, unreadable))
    return fail("check {}: neither a collective nor a file; {}", asked.what, kind.error().message);
  return only_the_machine_is_given(asked).and_then(
      [&] { return job_of_file(asked.what, asked.experiment.machine, tools); });
}

Result<int> check(const CheckArguments& asked, const Tools& tools) {
  const Result<CheckJob> job = job_of(asked, tools);
  if (!job) return tl::unexpected(job.error());
  const Result<Checked> checked = [&] {
    const Patience patience("simulating what may be the cause");
    return check(job->table, job->run, job->rewire, tools.planner().predict, tools.cores);
  }();
  if (!checked) return fail(checked.error().fault, "{}: {}", job->table.name, checked.error().message);
  const auto answer = [&] {
    switch (asked.output.format) {
      case Format::json: return check_json(*job, *checked);
      case Format::csv: return check_csv(*checked);
      case Format::text: break;
    }
    return check_text(*job, *checked);
  };
  const int status = checked->verdict == Verdict::normal ? 0 : 1;
  return deliver(asked.output, answer()).map([&] { return status; });
}

Action declare_check(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<CheckArguments>();
  app.add_option("what", asked->what,
                 "a file of what nccl-tests printed, or a table of measurements; or a collective, with "
                 "--size and --measured")
      ->required()
      ->type_name("");
  app.add_option("--size", asked->sizes, "sizes that were measured, as nccl-tests counts them")
      ->type_name("64MiB[,...]")
      ->delimiter(',');
  app.add_option("--measured", asked->measured,
                 "what a call of each size took, or its bus bandwidth as nccl-tests prints it")
      ->type_name("6ms|340GB/s[,...]")
      ->delimiter(',');
  add_experiment_without(app, asked->experiment, not_asked);
  add_output(app, asked->output, tools);
  return [asked, &tools] { return check(*asked, tools); };
}

}  // namespace

const Command check_command = {.name = "check",
                               .summary = "say whether measured times are normal, and if not, why",
                               .examples = R"(  commlab check nccl-tests.log
  commlab check nccl-tests.log --machine "4x dgx-h100,400G,roce"
  commlab check all_reduce --machine "2x dgx-h100" --size 1GiB --measured 6ms
  commlab check all_reduce --machine "2x dgx-h100" --size 64MiB,1GiB --measured 180GB/s,340GB/s
  commlab check acceptance.log --machine dgx-h100 --format json)",
                               .declare = declare_check};

}  // namespace commlab
