#include "gui/cli/commands/calibrate_from.h"

#include <algorithm>
#include <cmath>
#include <list>

#include "core/base/numbers.h"
#include "core/files/write_file.h"
#include "core/fit/calibration.h"
#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_toml_writer.h"
#include "core/published/published_machine.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/experiments/table_ground.h"

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
  Result<TableGround> ground = ground_of(*table, machine, tools);
  if (!ground) return fail("{}: {}", file, ground.error().message);
  if (!ground->machine.nccl)
    return fail("{}: what calls of NCCL cost on {} is not known, so nothing can be fitted", file,
                ground->machine.name);
  Source source{*std::move(table), std::move(ground->setting), std::move(ground->machine), {}};
  source.calls = PublishedCalls(source.table, source.setting, source.machine, tools.planner().predict).all();
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

// The node that was calibrated, and the network that joins such nodes.
Result<NodeOfCluster> calibrated(const Source& source, const std::string& machine) {
  if (!machine.empty()) return node_of_cluster(machine);
  return NodeOfCluster{largest_row(source.table).nodes, source.setting.node, source.setting.network};
}

std::string toml_of(const NcclCalibration& found, const NodeOfCluster& like, const CalibrateFrom& asked,
                    std::size_t rows) {
  std::vector<std::string> names;
  for (const std::string& table : asked.tables)
    names.push_back(std::filesystem::path(table).filename().string());
  std::string text = fmt::format(
      "# {} as timings of one cluster show it. Written by commlab calibrate --from.\n", like.node);
  text += fmt::format("name = {}\nlike = {}\n", in_quotes(asked.file.stem().string()), in_quotes(like.node));
  text += fmt::format("sources = [\n  {},\n]\n",
                      in_quotes(fmt::format("nccl: fitted to {} rows of {}.", rows, fmt::join(names, ", "))));
  const auto& [network, fabric, nic] = like.words;
  if (!fabric.empty()) text += fmt::format("parameters = [{}]\n", in_quotes(fabric));
  if (!nic.empty() || network.nics_per_node > 0) text += "\n[network]\n";
  if (!nic.empty()) text += fmt::format("nic = {}\n", in_quotes(nic));
  if (network.nics_per_node > 0) text += fmt::format("nics_per_node = {}\n", network.nics_per_node);
  text += "\n[nccl]\n";
  for (const CalibratedCost& value : found.values) text += to_toml(*value.cost, value.after);
  return text +
         "# What calls took here, times what the costs above predict (core/machine/measured_calls.h).\n" +
         measured_text(found.costs);
}

std::string learned_text(const NcclCalibration& found) {
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

// As --machine takes it: "4x my.toml".
std::string name_of(const NodeOfCluster& machine, const std::filesystem::path& file) {
  return machine.nodes == 1 ? file.string() : fmt::format("\"{}x {}\"", machine.nodes, file.string());
}

std::string report(const Source& first, const NodeOfCluster& machine, const NcclCalibration& found,
                   const CalibrationJudgement& judged, const CalibrateFrom& asked, std::size_t rows,
                   const std::vector<std::string>& left_out) {
  std::string text =
      fmt::format("{}: {} of {}\n\n", first.machine.name, counted(static_cast<std::int64_t>(rows), "row"),
                  counted(static_cast<std::int64_t>(asked.tables.size()), "table"));
  for (const std::string& sentence : first.setting.assumed) text += fact("assumed", sentence);
  for (const std::string& sentence : left_out) text += fact("left out", sentence);
  text += fmt::format(
      "  |error| on rows that a fit to the others did not use, each fifth of {} in turn:\n    before  {}\n"
      "    now     {}; {:.0f} % in the 80 % band\n\n",
      counted(judged.rows, "different row"), errors_text(judged.before), errors_text(judged.after),
      100 * judged.in_band);
  if (judged.after.median >= judged.before.median && judged.after.p90 >= judged.before.p90)
    text += "  These rows agree with what was known before: what they teach is no better.\n\n";
  return text + learned_text(found) +
         fmt::format(
             "\nwritten to {0}; next: commlab run all_reduce --machine {1}\n"
             "or a picture of rows, model and correction: commlab compare --reference {2} --machine "
             "{1} --out learned.svg\n",
             asked.file.string(), name_of(machine, asked.file), asked.tables.front());
}

}  // namespace

Result<int> calibrate_from(const CalibrateFrom& asked, const Tools& tools) {
  const Result<std::list<Source>> sources = read_sources(asked, tools);
  if (!sources) return tl::unexpected(sources.error());
  std::vector<const PublishedCall*> rows;
  std::vector<std::string> left_out;
  for (const Source& source : *sources) {
    for (const PublishedCall& call : source.calls) rows.push_back(&call);
    for (const std::string& sentence : source.table.left_out)
      left_out.push_back(fmt::format("{}: {}", source.table.name, sentence));
  }
  if (rows.size() < fewest_rows)
    return fail("{}: {} of NCCL's collectives with a time; expected at least {}",
                fmt::join(asked.tables, ", "), counted(static_cast<std::int64_t>(rows.size()), "row"),
                fewest_rows);
  const MachineFit fit(rows, tools.cores);
  const NcclCalibration found = fit.calibration();
  const CalibrationJudgement judged = fit.judgement();
  const Result<NodeOfCluster> like = calibrated(sources->front(), asked.machine);
  if (!like) return tl::unexpected(like.error());
  return write_file_and_folders(asked.file, toml_of(found, *like, asked, rows.size()))
      .and_then([&] {
        return deliver({.answers = tools.answers},
                       report(sources->front(), *like, found, judged, asked, rows.size(), left_out));
      })
      .map([] { return 0; });
}

}  // namespace commlab
