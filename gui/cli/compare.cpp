// commlab compare: what the simulator predicts, next to what this computer does.

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "gui/cli/command.h"
#include "gui/cli/options.h"
#include "gui/cli/outcome.h"
#include "gui/cli/output.h"
#include "gui/cli/own_machine.h"
#include "gui/cli/prediction.h"
#include "gui/cli/progress.h"
#include "gui/cli/reference_report.h"
#include "gui/cli/sizes.h"
#include "gui/cli/table.h"
#include "gui/cli/text.h"

namespace commlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr double goal_percent = 20;

// Computers, virtual ones above all, have fast and slow seconds: every size is measured so often,
// seconds apart, and the quietest counts, as it does in calibration. The spread is of all.
constexpr int sweeps = 3;

constexpr std::string_view beyond_the_model =
    "  The model knows one speed for each size of message. It does not know what else this computer does, "
    "nor\n"
    "  where a virtual machine's processors happen to be: sharing a cache, they pass small messages several\n"
    "  times faster, and large ones slower. If that changed since: commlab calibrate --on host, and again.\n";

struct Asked {
  Experiment experiment;
  std::string reference;  // a published table, instead of measuring
  SizeRange range{.first = "16K", .last = "64M", .factor = 4};
  Output output;
};

struct Row {
  Comparison comparison;
  bool bounded = false;
};

Result<Row> compare_one(const Setup& setup, const Choice& choice, const Tools& tools) {
  const Result<Outcome> measured = perform(setup, choice, tools);
  if (!measured) return tl::unexpected(measured.error());
  const Result<Run> predicted = tools.predict(measured->programs, *setup.machine, setup.experiment);
  if (!predicted) return tl::unexpected(predicted.error());
  return Row{.comparison = {.collective = measured->collective(),
                            .algorithm = measured->programs.algorithm,
                            .predicted = predicted->finish,
                            .measured = measure(measured->collective(), measured->run),
                            .bound = measured->bound ? measured->bound->time : Time{}},
             .bounded = measured->bound.has_value()};
}

Result<std::vector<Row>> compare_size(const Experiment& experiment, const Tools& tools) {
  const Result<Setup> setup = set_up(experiment, tools);
  if (!setup) return tl::unexpected(setup.error());
  const auto choices = choose_algorithms(*setup, tools);
  if (!choices) return tl::unexpected(choices.error());
  std::vector<Row> rows;
  std::vector<Refused> refused;  // of all: those that do this here; commlab rank tells of the others
  for (const Choice& choice : *choices) {
    Result<Row> row = compare_one(*setup, choice, tools);
    if (row)
      rows.push_back(std::move(*row));
    else
      refused.push_back({choice.algorithm, row.error()});
  }
  if (rows.empty()) return nobody_can(setup->collective, refused);
  return rows;
}

Measurement quietest(const Measurement& a, const Measurement& b) {
  return {.size = a.size,
          .median = std::min(a.median, b.median),
          .min = std::min(a.min, b.min),
          .max = std::max(a.max, b.max)};
}

double median_error_of(const std::vector<Row>& rows) {
  std::vector<double> errors;
  for (const Row& row : rows) errors.push_back(row.comparison.error_percent());
  return median_error(errors);
}

// The same sizes and algorithms come in every sweep.
void add_or_quieten(std::vector<Row>& rows, const std::vector<Row>& more) {
  for (const Row& row : more) {
    const auto same = std::ranges::find_if(rows, [&](const Row& known) {
      return known.comparison.collective == row.comparison.collective &&
             known.comparison.algorithm == row.comparison.algorithm;
    });
    if (same == rows.end())
      rows.push_back(row);
    else
      same->comparison.measured = quietest(same->comparison.measured, row.comparison.measured);
  }
}

std::string text(const Setup& setup, const std::vector<Row>& rows) {
  const Collective& c = setup.collective;
  std::string text = fmt::format(
      "{} on {} ranks of this computer ({}):\npredicted by the simulator, measured with real data\n",
      name_of(c.kind), c.ranks, setup.machine->title);
  constexpr auto right = Table::Align::right;
  Table table({{"size", right},
               {"algorithm"},
               {"predicted", right},
               {"measured", right},
               {"min", right},
               {"max", right},
               {"error", right},
               {"bound", right}});
  for (const auto& [row, bounded] : rows)
    table.add({to_human(row.measured.size), row.algorithm, to_human(row.predicted),
               to_human(row.measured.median), to_human(row.measured.min), to_human(row.measured.max),
               fmt::format("{:+.1f} %", row.error_percent()), bounded ? to_human(row.bound) : ""});
  text += '\n' + table.text();
  const double error = median_error_of(rows);
  text += fmt::format(
      "\n  median |error| {}   (predicted - measured) / measured; every result was checked first\n"
      "  measured: the median of the quietest of {} rounds of 20; min and max of all\n",
      percent_text(error), sweeps);
  if (error > goal_percent) text += std::string(beyond_the_model);
  return text;
}

std::string json(const Setup& setup, const std::vector<Row>& rows) {
  Json array = Json::array();
  for (const auto& [row, bounded] : rows)
    array.push_back({{"collective", name_of(row.collective.kind)},
                     {"algorithm", row.algorithm},
                     {"protocol", "simple"},
                     {"channels", setup.experiment.channels},
                     {"ranks", row.collective.ranks},
                     {"nodes", 1},
                     {"size_bytes", row.measured.size.count},
                     {"machine", setup.experiment.machine},
                     {"backend", setup.experiment.on},
                     {"predicted_us", microseconds_of(row.predicted)},
                     {"measured_us", microseconds_of(row.measured.median)},
                     {"measured_min_us", microseconds_of(row.measured.min)},
                     {"measured_max_us", microseconds_of(row.measured.max)},
                     {"error_percent", row.error_percent()},
                     {"bound_us", bounded ? Json(microseconds_of(row.bound)) : Json(nullptr)}});
  return Json{{"experiment", to_line(setup.experiment)},
              {"rows", array},
              {"median_error_percent", median_error_of(rows)}}
             .dump(2) +
         '\n';
}

std::string csv(const std::vector<Row>& rows) {
  Table table({{"size_bytes"},
               {"algorithm"},
               {"predicted_us"},
               {"measured_us"},
               {"measured_min_us"},
               {"measured_max_us"},
               {"error_percent"},
               {"bound_us"}});
  for (const auto& [row, bounded] : rows) {
    const auto us = [](Time time) { return fmt::format("{}", microseconds_of(time)); };
    table.add({std::to_string(row.measured.size.count), row.algorithm, us(row.predicted),
               us(row.measured.median), us(row.measured.min), us(row.measured.max),
               fmt::format("{:.2f}", row.error_percent()), bounded ? us(row.bound) : ""});
  }
  return table.csv();
}

Status ready_to_compare(const Experiment& experiment, const Setup& setup, const Tools& tools) {
  if (tools.backend(experiment.on).models)
    return fail("--on {}: compare needs a backend that measures; try --on host", experiment.on);
  if (!setup.machine && experiment.on != "host")
    return fail(
        "--on {}: it has no calibration yet, so nothing can be predicted; name a machine to predict with: "
        "--machine NAME",
        experiment.on);
  if (!setup.machine)
    return fail(
        "this computer is not measured yet, so nothing can be predicted: commlab calibrate --on host writes "
        "{}",
        own_machine_file("host").string());
  const int gpus = setup.machine->topology.gpus;
  if (setup.collective.ranks > gpus)
    return fail(
        "--ranks: {} ranks are more than the {} this computer was calibrated for: commlab calibrate --ranks "
        "{}",
        setup.collective.ranks, gpus, setup.collective.ranks);
  return {};
}

// One size where the user gave one, else the range.
Result<std::vector<Bytes>> sizes(const Asked& asked) {
  if (asked.experiment.count) return fail("--count: compare takes --size, or -b, -e and -f");
  if (asked.experiment.size) return std::vector{*asked.experiment.size};
  return sizes_of(asked.range);
}

Result<int> compare(const Asked& asked, const Tools& tools) {
  const Result<std::vector<Bytes>> all_sizes = sizes(asked);
  if (!all_sizes) return tl::unexpected(all_sizes.error());
  const Result<Setup> setup = set_up(asked.experiment, tools);
  if (!setup) return tl::unexpected(setup.error());
  if (const Status ready = ready_to_compare(asked.experiment, *setup, tools); !ready)
    return tl::unexpected(ready.error());

  Progress progress;
  std::vector<Row> rows;
  const double turns = static_cast<double>(sweeps * all_sizes->size());
  for (int turn = 0; turn < turns; ++turn) {
    const Bytes size = (*all_sizes)[static_cast<std::size_t>(turn) % all_sizes->size()];
    progress.report(turn / turns, to_human(size));
    Experiment experiment = setup->experiment;
    experiment.size = size;
    const Result<std::vector<Row>> more = compare_size(experiment, tools);
    if (!more) return tl::unexpected(more.error());
    add_or_quieten(rows, *more);
  }

  const Format format = asked.output.format;
  const std::string answer = format == Format::json  ? json(*setup, rows)
                             : format == Format::csv ? csv(rows)
                                                     : text(*setup, rows);
  return deliver(asked.output, answer).map([] { return 0; });
}

// What can be said beside the file: it has its own collectives and sizes.
Status only_the_machine_is_said(Experiment said) {
  const Experiment defaults{.collective = said.collective, .on = "host", .machine = said.machine};
  if (said == defaults) return {};
  return fail("--reference: the file says what was run, and how; only --machine can be said beside it");
}

Result<int> compare_with_reference(const Asked& asked, const Tools& tools) {
  if (const Status only = only_the_machine_is_said(asked.experiment); !only)
    return tl::unexpected(only.error());
  const Result<PublishedTable> table = read_published(asked.reference);
  if (!table) return tl::unexpected(table.error());
  std::optional<Progress> progress(std::in_place);
  const auto report = [&](double fraction, std::string_view what) { progress->report(fraction, what); };
  const Result<PredictedTable> predicted = predict_table(*table, asked.experiment.machine, tools, report);
  progress.reset();
  if (!predicted) return fail("{}: {}", asked.reference, predicted.error().message);
  const Format format = asked.output.format;
  return deliver(asked.output, format == Format::json  ? reference_json(*predicted)
                               : format == Format::csv ? reference_csv(*predicted)
                                                       : reference_text(*predicted))
      .map([] { return 0; });
}

Action declare(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<Asked>();
  asked->experiment.on = "host";
  add_experiment(app, asked->experiment);
  CLI::Option* collective = app.get_option("collective")->required(false);
  app.add_option("--reference", asked->reference,
                 "a published table (sim/measurements/*.csv), instead of measuring; it says what was run")
      ->type_name("FILE.csv");
  add_size_range(app, asked->range);
  add_output(app, asked->output);
  return [asked, collective, &tools]() -> Result<int> {
    if (!asked->reference.empty()) return compare_with_reference(*asked, tools);
    if (collective->count() == 0)
      return fail("compare: a collective is missing, as in compare all_reduce; or --reference FILE.csv");
    return compare(*asked, tools);
  };
}

}  // namespace

const Command compare_command = {.name = "compare",
                                 .summary = "what is predicted, next to what is measured",
                                 .examples = R"(  commlab calibrate --on host
  commlab compare all_reduce --on host --ranks 4 -b 16K -e 64M -f 4
  commlab compare broadcast --ranks 4 --algorithm all --size 1MiB --format json
  commlab compare --reference sim/measurements/superbench_a100x8_1n_allreduce.csv)",
                                 .declare = declare};

}  // namespace commlab
