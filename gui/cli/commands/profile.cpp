// commlab profile: the collectives of a training step, as torch.profiler measured them, beside their
// prediction.

#include <array>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "core/files/read_unpacked.h"
#include "core/published/torch_profile.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/reports/profile_report.h"
#include "gui/experiments/predicted_profile.h"

namespace commlab {
namespace {

// A step of a large model has some hundred MB.
constexpr Bytes most_of_a_profile{std::int64_t{4} << 30};

// What is run is in the trace, and it is only predicted.
constexpr std::array<std::string_view, 15> told_by_the_trace = {"on",   "ranks",  "root",   "from",  "to",
                                                                "size", "count",  "counts", "dtype", "data",
                                                                "ring", "absent", "copy",   "links", "route"};

struct ProfileArguments {
  std::string file;
  Experiment like{.machine = "dgx-h100", .algorithm = "nccl"};
  Output output;
};

std::string answer(const ProfileArguments& asked, const PredictedProfile& predicted) {
  switch (asked.output.format) {
    case Format::json: return profile_json(predicted);
    case Format::csv: return profile_csv(predicted);
    case Format::text: break;
  }
  return profile_text(predicted, asked.file);
}

Result<PredictedProfile> predict(const ProfileArguments& asked, const Tools& tools) {
  const Patience patience("reading and predicting");
  return read_unpacked(asked.file, most_of_a_profile)
      .and_then([&](const std::string& trace) { return parse_torch_profile(trace); })
      .map_error([&](Error error) {
        if (!error.message.starts_with(asked.file)) error.message = asked.file + ": " + error.message;
        return error;
      })
      .and_then([&](TorchProfile profile) { return predict_profile(std::move(profile), asked.like, tools); });
}

Result<int> profile(const ProfileArguments& asked, const Tools& tools) {
  return predict(asked, tools)
      .and_then([&](const PredictedProfile& all) { return deliver(asked.output, answer(asked, all)); })
      .map([] { return 0; });
}

Action declare_profile(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<ProfileArguments>();
  app.add_option(
         "file", asked->file,
         "what torch.profiler has written: export_chrome_trace(\"trace.json\"), also compressed by gzip")
      ->required()
      ->type_name("FILE");
  add_experiment_without(app, asked->like, told_by_the_trace);
  add_output(app, asked->output, tools);
  return [asked, &tools] { return profile(*asked, tools); };
}

}  // namespace

const Command profile_command = {
    .name = "profile",
    .summary = "read a trace of torch.profiler, and predict each of its collectives",
    .examples = R"(  commlab profile trace.json
  commlab profile trace.json.gz --machine "4x dgx-h100,400G"
  commlab profile trace.json --machine dgx-a100 --nccl 2.18
  commlab profile trace.json --algorithm ring --protocol simple
  commlab profile trace.json --format csv --out collectives.csv

how to record a trace, on each rank:
  with torch.profiler.profile() as profiler:
      step()
  profiler.export_chrome_trace("trace.json")

default: --machine dgx-h100 --algorithm nccl. Ranks, sizes and types are those of the trace. A group of every 8th rank is
predicted on as many nodes: the ranks of the job fill one node after the other.)",
    .declare = declare_profile};

}  // namespace commlab
