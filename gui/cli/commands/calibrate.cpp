// commlab calibrate: measures this computer, so that the simulator can predict it.

#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "core/files/write_file.h"
#include "core/plan/setup.h"
#include "gui/cli/commands/calibrate_from.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/number_option.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/cli/reports/drift_text.h"
#include "gui/experiments/own_machine.h"

namespace commlab {
namespace {

struct CalibrateArguments {
  std::vector<std::string> from;
  std::string machine;
  std::string on = "host";
  int ranks = 8;
  std::string file;
};

std::vector<std::string> names_of(const Tools& tools) {
  std::vector<std::string> names;
  for (const Calibrator& calibrator : tools.calibrators) names.push_back(calibrator.backend);
  return names;
}

std::string next_step(const CalibrateArguments& asked) {
  const std::string compare = fmt::format("commlab compare all_reduce --on {}", asked.on);
  if (asked.file.empty()) return fmt::format("its name is now '{}'; next: {}", asked.on, compare);
  return fmt::format("next: {} --machine {}", compare, asked.file);
}

std::string report(const Calibrated& calibrated, const std::filesystem::path& file,
                   const CalibrateArguments& asked) {
  Table table({{"probe"}, {"size", right}, {"measured", right}, {"fitted", right}, {"error", right}});
  for (const Calibrated::Fit& fit : calibrated.fits)
    table.add({fit.probe, to_human(fit.size), to_human(fit.measured), to_human(fit.fitted),
               fmt::format("{:+.1f} %", percent_of(fit.fitted - fit.measured, fit.measured))});
  const Machine& machine = calibrated.machine;
  const std::string steadiness =
      machine.tempo.known()
          ? paragraph(steadiness_text(machine.tempo) + busy_text(machine.provenance), "") + '\n'
          : "";
  return fmt::format("{}: {}\nmeasured {}\n\n{}\n{}written to {}; {}\n", machine.name, machine.title,
                     machine.measured, table.text(), steadiness, file.string(), next_step(asked));
}

// If nothing else is measured than this process and what it starts itself.
Status is_alone(const std::string& on, const Tools& tools) {
  const Backend* const backend = tools.backend_called(on);
  if (backend == nullptr || !backend->launched) return {};
  return fail(
      "--on {}: one process calibrates, and starts what it needs on its computer, but {} were launched; "
      "leave out the launch: commlab calibrate --on {}",
      on, *backend->launched, on);
}

// A calibration describes one computer, so no other is asked.
Provenance provenance_here(const std::string& on, const Tools& tools) {
  const Backend* const backend = tools.backend_called(on);
  if (backend == nullptr || !tools.look_at_provenance) return {};
  return tools.look_at_provenance(backend->name);
}

// What every launched process except the first does. False: this one calibrates.
Result<bool> helps_the_first(const Calibrator& calibrator, const Tools& tools) {
  const Backend* const backend = tools.backend_called(calibrator.backend);
  if (!calibrator.launched_too || backend == nullptr || !backend->obey) return !tools.is_first;
  return backend->obey();
}

// From files, if there are any: nothing is measured here.
Result<int> from_files(const CalibrateArguments& asked, const Tools& tools) {
  if (asked.file.empty())
    return fail("--from: it needs the machine file to write; give it with --out my.toml");
  return calibrate_from({.tables = asked.from, .machine = asked.machine, .file = asked.file}, tools);
}

// Asked before anything is measured, which takes minutes.
Status can_keep_own_machine(const std::filesystem::path& file) {
  if (file.is_relative())
    return fail(
        "there is no folder for this computer's machine file, because HOME is not set; set it, or name the "
        "file: --out my.toml");
  return can_write_file_and_folders(file);
}

Result<int> calibrate(const CalibrateArguments& asked, const Tools& tools) {
  if (!asked.from.empty()) return tools.is_first ? from_files(asked, tools) : 0;
  if (!asked.machine.empty())
    return fail("--machine: it says where --from was measured; without --from, this computer is measured");
  const Calibrator* const calibrator = tools.calibrator(asked.on);
  if (calibrator == nullptr)
    return fail("--on {}: it cannot be calibrated; there are {}", asked.on, fmt::join(names_of(tools), ", "));
  const Result<bool> helps = helps_the_first(*calibrator, tools);
  if (!helps) return tl::unexpected(helps.error());
  if (*helps) return 0;
  if (!calibrator->launched_too)
    if (const Status alone = is_alone(asked.on, tools); !alone) return tl::unexpected(alone.error());
  const std::filesystem::path file =
      asked.file.empty() ? own_machine_file(asked.on) : std::filesystem::path(asked.file);
  if (asked.file.empty())
    if (const Status can = can_keep_own_machine(file); !can) return tl::unexpected(can.error());

  const Provenance before = provenance_here(asked.on, tools);
  Result<Calibrated> calibrated;
  {
    Progress progress;
    calibrated = calibrator->calibrate(
        asked.ranks, [&](double fraction, std::string_view what) { progress.report(fraction, what); },
        tools.stop);
  }
  if (!calibrated) return tl::unexpected(calibrated.error());
  calibrated->machine.provenance = after(before, provenance_here(asked.on, tools));
  return save_own_machine(calibrated->machine, file)
      .and_then([&] { return deliver({.answers = tools.answers}, report(*calibrated, file, asked)); })
      .map([] { return 0; });
}

Action declare_calibrate(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<CalibrateArguments>();
  CLI::Option* const on = app.add_option("--on", asked->on, "what is measured; default: host")
                              ->type_name(fmt::format("{}", fmt::join(names_of(tools), "|")));
  add_number(
      app, "--ranks", asked->ranks, 1, most_ranks_here,
      "ranks of the machine; where ranks share a GPU, give the number that you want to predict, "
      "since each gets its part of the GPU; default: 8, or as many as were launched, if those are more");
  app.add_option("--from", asked->from,
                 "measure nothing: fit what NCCL's calls cost to what nccl-tests printed on a cluster, or to "
                 ".csv files as in "
                 "sim/measurements; the answer says what these rows show, and what they do not")
      ->type_name("FILE...")
      ->excludes(on);
  app.add_option("--machine", asked->machine, "where --from was measured; default: what the files say")
      ->type_name("MACHINE");
  add_file(app, asked->file, machine_endings(), false,
           "the machine file to write; default: this computer's own, such as " +
               own_machine_file("host").string());
  return [asked, &tools] { return calibrate(*asked, tools); };
}

}  // namespace

const Command calibrate_command = {
    .name = "calibrate",
    .summary = "measure this computer, or read what nccl-tests measured, to predict it",
    .examples = R"(  commlab calibrate --on host
  commlab calibrate --on cuda --ranks 4
  mpirun -n 2 commlab calibrate --on mpi
  commlab calibrate --on host --ranks 16 --out sixteen.toml
  commlab calibrate --from nccl-tests.log --machine "4x dgx-h100,400G" --out my.toml)",
    .declare = declare_calibrate,
    .together = false,
    .makes_folders = true};

}  // namespace commlab
