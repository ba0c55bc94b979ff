// commlab fit: fits what calls of NCCL cost to published timings, and writes files of parameters.

#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>

#include "core/base/numbers.h"
#include "core/files/write_file.h"
#include "core/fit/cost_files.h"
#include "core/fit/leave_one_out.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/output/text.h"
#include "gui/cli/reports/score_report.h"

namespace commlab {
namespace {

struct FitArguments {
  std::string folder;
  std::string out;
};

constexpr std::string_view first_file = "calls.toml";  // the first of its files

std::size_t rows_of(const std::vector<CallTable>& tables) {
  std::size_t rows = 0;
  for (const CallTable& table : tables) rows += table.rows.size();
  return rows;
}

Result<int> fit(const FitArguments& asked, const Tools& tools) {
  const std::filesystem::path folder =
      asked.folder.empty() ? tools.measurement_folder : std::filesystem::path(asked.folder);
  const std::filesystem::path out =
      asked.out.empty() ? tools.machine_folder / "parameters" : std::filesystem::path(asked.out);
  if (const Status can = can_write_file(out / first_file); !can) return tl::unexpected(can.error());
  const Result<std::vector<CallTable>> tables =
      call_tables(folder, tools.machine_folder, tools.planner().predict);
  if (!tables) return tl::unexpected(tables.error());
  if (tables->empty())
    return fail(
        "'{}' has no tables of NCCL's collectives; expected .csv files as in sim/measurements, or .log files",
        folder.string());

  const Result<NcclFit> start = fit_of_files(tools.machine_folder / "parameters");
  Progress progress;
  const auto [found, fitted, left_out, of_unknown_network] =
      leave_one_out(*tables, start.value_or(known_before()), tools.cores,
                    [&](double part, std::string_view what) { progress.report(part, what); });

  std::vector<std::string> names;
  for (const CostFile& file :
       cost_files(found, *tables, bands_of(left_out), bands_of_any_network(of_unknown_network),
                  score_of(scores_of(left_out)))) {
    if (const Status written = write_file(out / file.name, file.text); !written)
      return tl::unexpected(written.error());
    names.push_back(file.name);
  }
  const std::vector<FamilyScore> families = scores_of(left_out);
  return deliver({},
                 fmt::format("fitted to {} of {} in {}\n\n{}\nwritten to {}:\n{}",
                             counted(static_cast<std::int64_t>(rows_of(*tables)), "row"),
                             counted(static_cast<std::int64_t>(tables->size()), "table"),
                             families.size() == 1 ? "1 family" : fmt::format("{} families", families.size()),
                             score_text(score_of(scores_of(fitted)), score_of(families)), out.string(),
                             paragraph(fmt::format("{}", fmt::join(names, ", ")), "  ")))
      .map([] { return 0; });
}

Action declare_fit(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<FitArguments>();
  add_folder_of_tables(app, asked->folder);
  app.add_option("--out", asked->out,
                 "the folder for calls.toml and its companions; default: the parameters of all machines")
      ->type_name("FOLDER");
  return [asked, &tools] { return fit(*asked, tools); };
}

}  // namespace

const Command fit_command = {.name = "fit",
                             .summary = "fit what calls of NCCL cost to published measurements",
                             .examples = R"(  commlab fit
  commlab fit my-tables/ --out my-parameters/
  commlab accuracy --leave-one-out)",
                             .declare = declare_fit};

}  // namespace commlab
