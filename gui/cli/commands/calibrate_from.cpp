#include "gui/cli/commands/calibrate_from.h"

#include <algorithm>
#include <cmath>
#include <list>

#include "core/base/numbers.h"
#include "core/files/new_file.h"
#include "core/fit/calibration.h"
#include "core/published/published_machine.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/experiments/own_machine.h"

namespace commlab {
namespace {

constexpr std::size_t fewest_rows = 4;

// A table, and its calls on its machine.
struct Source {
  PublishedTable table;
  PublishedSetting setting;
  Machine machine;
  std::vector<PublishedCall> calls;
};

Result<Source> read_source(const std::string& file, const std::string& machine, const Tools& tools) {
  Result<PublishedTable> table = read_published(file);
  if (!table) return tl::unexpected(table.error());
  if (table->of_pairs)
    return fail("{}: copies between pairs of GPUs say nothing of NCCL's collectives", file);
  Result<PublishedSetting> setting = setting_of(*table);
  if (!setting) return fail("{}: {}", file, setting.error().message);
  Result<Machine> found = machine.empty() ? machine_of(*setting, *table, tools.machine_folder)
                                          : named_machine(machine, {}, tools);
  if (!found) return fail("{}: {}", file, found.error().message);
  if (!found->nccl)
    return fail("{}: what calls of NCCL cost on {} is not known, so nothing can be fitted", file,
                found->name);
  Source source{*std::move(table), *std::move(setting), *std::move(found), {}};
  const PublishedCalls calls(source.table, source.setting, source.machine);
  for (const PublishedRow& row : source.table.rows)
    if (Result<PublishedCall> call = calls.row(row); call && call->measured_us > 0)
      source.calls.push_back(*std::move(call));
  return source;
}

Result<std::list<Source>> read_sources(const CalibrateFrom& asked, const Tools& tools) {
  std::list<Source> sources;
  for (const std::string& file : asked.tables) {
    Result<Source> source = read_source(file, asked.machine, tools);
    if (!source) return tl::unexpected(source.error());
    const NcclCosts& first = sources.empty() ? *source->machine.nccl : *sources.front().machine.nccl;
    if (source->machine.nccl->gpus != first.gpus || source->machine.nccl->fabric != first.fabric)
      return fail("{}: it was measured on {}, but {} on {}; expected tables of one cluster", file,
                  source->machine.name, asked.tables.front(), sources.front().machine.name);
    sources.push_back(*std::move(source));
  }
  return sources;
}

// As --machine takes it.
std::string spec_of(const Source& source) {
  const int nodes = source.table.rows.front().nodes;
  if (nodes == 1 || source.setting.network.empty()) return source.setting.node;
  std::string spec = fmt::format("{}x {},{}", nodes, source.setting.node, source.setting.network);
  if (!source.setting.nic.empty()) spec += "," + source.setting.nic;
  if (source.setting.nics > 0)
    spec += fmt::format(",{} NIC{}", source.setting.nics, source.setting.nics == 1 ? "" : "s");
  return spec;
}

std::string toml_of(const ClockCalibration& found, const std::string& like, const CalibrateFrom& asked,
                    std::size_t rows) {
  std::vector<std::string> names;
  for (const std::string& table : asked.tables)
    names.push_back(std::filesystem::path(table).filename().string());
  std::string text = fmt::format(
      "# {} as its own timings show it. Written by commlab calibrate --from.\nname = \"{}\"\nlike = \"{}\"\n"
      "sources = [\n  \"nccl: fitted to {} rows of {}.\",\n]\n\n[nccl]\n",
      like, asked.file.stem().string(), like, rows, fmt::join(names, ", "));
  for (const CalibratedCost& value : found.values) text += to_toml(*value.cost, value.after);
  return text;
}

std::string learned_text(const ClockCalibration& found) {
  Table table({{"learned"}, {"before", right}, {"now", right}, {"known within", right}});
  std::vector<std::string> others;
  for (const CalibratedCost& value : found.values) {
    if (!value.learned) {
      others.emplace_back(value.cost->name);
      continue;
    }
    table.add({std::string(value.cost->name), to_text(*value.cost, value.before),
               to_text(*value.cost, value.after), fmt::format("{:.0f} %", 100 * std::expm1(value.spread))});
  }
  std::string text = table.text();
  std::vector<std::string> unseen;
  for (const NcclCost& cost : nccl_costs())
    if (std::ranges::none_of(found.values, [&](const CalibratedCost& value) { return value.cost == &cost; }))
      unseen.emplace_back(cost.name);
  if (!others.empty())
    text += "\nnot learned, since other costs could explain the same rows:\n" +
            paragraph(fmt::format("{}", fmt::join(others, ", ")), "  ");
  if (!unseen.empty())
    text += "\nnot in these rows, and left as they were:\n" +
            paragraph(fmt::format("{}", fmt::join(unseen, ", ")), "  ");
  return text;
}

std::string errors_text(const Errors& errors) {
  return fmt::format("median {:.1f} %, 90th percentile {:.1f} %", errors.median, errors.p90);
}

std::string report(const Source& first, const ClockCalibration& found, const CalibrationJudgement& judged,
                   const CalibrateFrom& asked, std::size_t rows) {
  std::string text =
      fmt::format("{}: {} of {}\n\n", first.machine.name, counted(static_cast<std::int64_t>(rows), "row"),
                  counted(static_cast<std::int64_t>(asked.tables.size()), "table"));
  for (const std::string& sentence : first.setting.assumed) text += fact("assumed", sentence);
  text += fmt::format(
      "  |error| on rows that a fit to the others did not use ({} of {}):\n    before  {}\n    now     "
      "{}\n\n",
      judged.rows, rows, errors_text(judged.before), errors_text(judged.after));
  return text + learned_text(found) +
         fmt::format("\nwritten to {0}; next: commlab run all_reduce --machine {0} --algorithm nccl\n",
                     asked.file.string());
}

}  // namespace

Result<int> calibrate_from(const CalibrateFrom& asked, const Tools& tools) {
  const Result<std::list<Source>> sources = read_sources(asked, tools);
  if (!sources) return tl::unexpected(sources.error());
  std::vector<const PublishedCall*> rows;
  for (const Source& source : *sources)
    for (const PublishedCall& call : source.calls) rows.push_back(&call);
  if (rows.size() < fewest_rows)
    return fail("{}: {} of NCCL's collectives with a time; expected at least {}",
                fmt::join(asked.tables, ", "), counted(static_cast<std::int64_t>(rows.size()), "row"),
                fewest_rows);
  const ClockCalibration found = calibrate_clock(rows);
  const CalibrationJudgement judged = judge_calibration(rows);
  const std::string like = asked.machine.empty() ? spec_of(sources->front()) : asked.machine;
  return NewFile::open(asked.file)
      .and_then([&](NewFile file) {
        return file.write(toml_of(found, like, asked, rows.size())).and_then([&] {
          return file.take_its_place();
        });
      })
      .and_then([&] { return deliver({}, report(sources->front(), found, judged, asked, rows.size())); })
      .map([] { return 0; });
}

}  // namespace commlab
