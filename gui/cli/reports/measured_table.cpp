#include "gui/cli/reports/measured_table.h"

#include <cassert>
#include <filesystem>

#include "core/published/published.h"
#include "core/published/published_writer.h"
#include "gui/cli/output/output.h"
#include "gui/experiments/backend_setups.h"
#include "gui/experiments/own_machine.h"

namespace commlab {
namespace {

std::filesystem::path machine_beside(const std::string& file) {
  return std::filesystem::path(file).replace_extension(".toml");
}

// The experiment without its size, which each row has, and without its machine, which is in its own file.
std::string experiment_of(const Setup& setup) {
  Experiment experiment = setup.experiment;
  experiment.size.reset();
  experiment.machine.clear();
  return to_line(experiment);
}

PublishedTable measured_table(const Compared& compared, const Tools& tools, const std::string& file) {
  const Setup& setup = compared.setup;
  const Backend& backend = tools.backend(setup.experiment.on);
  const std::string& where = first_row_of(compared.rows, backend.name).where_text;
  PublishedTable table{.name = {}, .file = file, .facts = {}, .rows = {}};
  const auto add = [&](const char* key, std::string value) {
    if (!value.empty()) table.facts.push_back({key, std::move(value)});
  };
  add("source", "measured by commlab" + (where.empty() ? "" : ", " + where));
  add("gpu", setup.machine->title);
  add("date", tools.today());
  add("backend", backend.state ? fmt::format("{}, {}", name_of(backend.name), state_of(backend))
                               : std::string(name_of(backend.name)));
  add("machine", machine_beside(file).filename().string());
  add("experiment", experiment_of(setup));
  add("command", "commlab compare " + compared.line);
  add("column",
      fmt::format("the median of the quietest of {} rounds of 20, {}; every result was checked first",
                  compare_sweeps, setup.experiment.in_place ? "in place" : "out of place"));
  for (std::string& line : lines_of(compared.provenance)) add("provenance", std::move(line));
  for (const CompareRow& row : compared.rows) {
    const Collective& c = row.comparison.collective;
    table.rows.push_back({.kind = c.kind,
                          .ranks = c.ranks,
                          .size = row.comparison.measured.size,
                          .dtype = c.dtype,
                          .op = c.op,
                          .time = row.comparison.measured.median,
                          .bandwidth = {}});
  }
  return table;
}

}  // namespace

Status fits_a_table(const Experiment& experiment, const std::vector<BackendName>& backends,
                    const std::string& file) {
  if (ending_of(file) != ".csv")
    return fail("--reference-out: '{}'; expected the name of a table, FILE.csv", file);
  if (experiment.collective == CollectiveKind::p2p)
    return fail("--reference-out: a table has no columns for sender and receiver; use --format json for p2p");
  if (!experiment.counts.empty())
    return fail(
        "--reference-out: a table has one count for all pairs of ranks; use --format json for --counts");
  const bool several = algorithms_named(experiment.algorithm).size() > 1 || experiment.algorithm == "all";
  if (backends.size() > 1 || several)
    return fail("--reference-out: a table has one time for each size; name one backend and one algorithm");
  return {};
}

Status save_measured(const Compared& compared, const std::string& file, const Tools& tools) {
  assert(fits_a_table(compared.setup.experiment, backends_in(compared.rows), file) &&
         "what one table can hold");
  if (const Status saved = save_own_machine(*compared.setup.machine, machine_beside(file)); !saved)
    return saved;
  return deliver({.file = file}, to_csv(measured_table(compared, tools, file)));
}

}  // namespace commlab
