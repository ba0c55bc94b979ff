// commlab measure copy | p2p-matrix | overlap | atomics: measures the hardware of this computer.

#include <algorithm>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "core/base/typed_bytes.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/number_option.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/commands/sizes.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/reports/measure_data.h"
#include "gui/cli/reports/measure_report.h"
#include "gui/experiments/own_machine.h"
#include "gui/picture/machine_picture.h"

namespace commlab {
namespace {

// A round of the largest size takes seconds; an addition under contention up to 100 ns, so a round a minute.
constexpr int most_rounds = 10'000;
constexpr std::int64_t most_additions = 10'000'000;

struct MeasureArguments {
  std::string on;
  int rounds = 20;
  SizeRange range{.first = "1K", .last = "64M", .factor = 4};
  std::string size = "64MiB";
  std::optional<std::int64_t> additions;
  std::string machine;
  Output output;
};

struct ChosenMeter {
  const Meter* meter;
  Measurer who;
};

Result<ChosenMeter> choose_meter(const std::string& on, const Tools& tools) {
  if (!on.empty()) {
    const auto named = std::ranges::find(tools.meters, on, &Meter::name);
    if (named == tools.meters.end()) {
      std::vector<std::string> names;
      for (const Meter& meter : tools.meters) names.push_back(meter.name);
      return fail("--on {}: measure works on {}", on, fmt::join(names, " or "));
    }
    if (const std::string lacking = named->lacks(); !lacking.empty())
      return fail(Fault::runtime, "{}", lacking);
    return ChosenMeter{&*named, {.name = on}};
  }
  std::string why;
  for (const Meter& meter : tools.meters) {
    const std::string lacking = meter.lacks();
    if (lacking.empty()) return ChosenMeter{&meter, {.name = meter.name, .why = why}};
    why = lacking;
  }
  return fail(Fault::runtime, "nothing here can be measured: {}", why);
}

Result<MeterSettings> settings_of(const MeasureArguments& asked, const Tools& tools) {
  const Result<std::vector<Bytes>> sizes = sizes_of(asked.range);
  if (!sizes) return tl::unexpected(sizes.error());
  const Result<Bytes> large = parse_typed_bytes(asked.size);
  if (!large) return tl::unexpected(large.error());
  if (large->count < 64 || sizes->front().count < 1)
    return fail("--size, -b: too small; expected at least 64 bytes for --size, and 1 byte for -b");
  return MeterSettings{.sizes = *sizes,
                       .large = *large,
                       .additions = asked.additions.value_or(0),
                       .rounds = asked.rounds,
                       .stop = tools.stop};
}

// Measures with one function of a meter, and shows a progress line meanwhile.
template <class Report>
Result<Report> measure(const std::function<Result<Report>(const MeterSettings&)>& meter,
                       const MeasureArguments& asked, const Tools& tools) {
  Result<MeterSettings> settings = settings_of(asked, tools);
  if (!settings) return tl::unexpected(settings.error());
  Progress progress;
  settings->progress = [&](double fraction, std::string_view what) { progress.report(fraction, what); };
  return meter(*settings);
}

template <class Report>
Result<int> measure_and_tell(std::function<Result<Report>(const MeterSettings&)> Meter::*what,
                             const MeasureArguments& asked, const Tools& tools) {
  const Result<ChosenMeter> chosen = choose_meter(asked.on, tools);
  if (!chosen) return tl::unexpected(chosen.error());
  const Result<Report> report = measure(chosen->meter->*what, asked, tools);
  if (!report) return tl::unexpected(report.error());
  const Format format = asked.output.format;
  return deliver(asked.output, format == Format::json  ? measured_json(chosen->who, *report)
                               : format == Format::csv ? measured_csv(*report)
                                                       : measured_text(chosen->who, *report))
      .map([] { return 0; });
}

Result<std::optional<Machine>> machine_beside(const MeasureArguments& asked, const Tools& tools) {
  if (asked.machine.empty()) {
    if (is_picture(asked.output.file))
      return fail("--out {}: a picture shows a machine; name it: --machine NAME", asked.output.file);
    return std::nullopt;
  }
  return named_machine(asked.machine, {}, tools).map([](Machine machine) {
    return std::optional(std::move(machine));
  });
}

PairRates rates_of(const PairReport& report) {
  PairRates rates{.places = static_cast<int>(report.places.size()), .rates = {}};
  rates.rates.resize(report.places.size() * report.places.size());
  for (const PairReport::Pair& pair : report.pairs)
    rates.rates[pair.from * rates.places + pair.to] = {
        static_cast<std::int64_t>(1e9 * rate_GBps(report.large, pair.one_way.median))};
  return rates;
}

Result<int> measure_pairs(const MeasureArguments& asked, const Tools& tools) {
  const Result<std::optional<Machine>> machine = machine_beside(asked, tools);
  if (!machine) return tl::unexpected(machine.error());
  const Result<ChosenMeter> chosen = choose_meter(asked.on, tools);
  if (!chosen) return tl::unexpected(chosen.error());
  const Result<PairReport> report = measure(chosen->meter->pairs, asked, tools);
  if (!report) return tl::unexpected(report.error());
  std::optional<PairComparison> comparison;
  if (*machine) {
    Result<PairComparison> compared = compare_pairs(*report, **machine);
    if (!compared) return tl::unexpected(compared.error());
    comparison = std::move(*compared);
  }
  const Format format = asked.output.format;
  const std::string answer = format == Format::json  ? measured_json(chosen->who, *report, comparison)
                             : format == Format::csv ? measured_csv(*report, comparison)
                                                     : measured_text(chosen->who, *report, comparison);
  const auto picture = [&] { return to_svg(**machine, rates_of(*report)); };
  return (*machine ? deliver(asked.output, answer, picture) : deliver(asked.output, answer)).map([] {
    return 0;
  });
}

CLI::App* declare_one(CLI::App& app, MeasureArguments& asked, const Tools& tools, const char* name,
                      const char* what) {
  CLI::App* sub = app.add_subcommand(name, what);
  sub->add_option("--on", asked.on, "what is measured; default: cuda where there is a GPU, else host")
      ->type_name("host|cuda");
  add_number(*sub, "--rounds", asked.rounds, 1, most_rounds,
             "rounds of each measurement, after the warm-up; default: 20");
  add_output(*sub, asked.output, tools, {.picture = sub->get_name() == "p2p-matrix"});
  return sub;
}

Action declare_measure(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<MeasureArguments>();
  CLI::App* copy =
      declare_one(app, *asked, tools, "copy", "copies by size: host and GPU, pinned and pageable");
  add_size_range(*copy, asked->range);
  CLI::App* pairs =
      declare_one(app, *asked, tools, "p2p-matrix", "copies between every two GPUs, or processors");
  pairs
      ->add_option("--machine", asked->machine,
                   "compare with this machine; --out FILE.svg or FILE.png draws both")
      ->type_name("NAME|FILE|SPEC");
  CLI::App* overlap = declare_one(app, *asked, tools, "overlap", "a copy and a computation at once");
  for (CLI::App* sub : {pairs, overlap})
    sub->add_option("--size", asked->size, "size of a copy; default: 64MiB")->type_name("SIZE");
  CLI::App* atomics =
      declare_one(app, *asked, tools, "atomics", "many adders on one counter, with and without atomics");
  add_number(*atomics, "--additions", asked->additions, std::int64_t{1}, most_additions,
             "additions of each adder; default: 200000 on the host, 1000 on a GPU");
  app.require_subcommand(1);
  return [asked, copy, pairs, overlap, &tools] {
    if (copy->parsed()) return measure_and_tell(&Meter::copy, *asked, tools);
    if (pairs->parsed()) return measure_pairs(*asked, tools);
    if (overlap->parsed()) return measure_and_tell(&Meter::overlap, *asked, tools);
    return measure_and_tell(&Meter::atomics, *asked, tools);
  };
}

}  // namespace

const Command measure_command = {.name = "measure",
                                 .summary = "measure this computer: copies, pairs of GPUs, overlap, atomics",
                                 .examples = R"(  commlab measure copy -b 1K -e 256M -f 4
  commlab measure p2p-matrix --machine hcm8 --out measured.svg
  commlab measure overlap --on cuda --size 256MiB
  commlab measure atomics --on host --additions 1000000)",
                                 .declare = declare_measure};

}  // namespace commlab
