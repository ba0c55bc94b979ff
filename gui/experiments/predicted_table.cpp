#include "gui/experiments/predicted_table.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/in_parallel.h"
#include "core/base/numbers.h"
#include "core/base/percentile.h"
#include "core/base/stopped.h"
#include "core/fit/published_call.h"
#include "core/machine/host_memory.h"
#include "core/machine/part_of_machine.h"
#include "core/plan/choice.h"
#include "core/plan/nccl_plan.h"
#include "core/plan/outcome.h"
#include "core/plan/perform.h"
#include "core/plan/setup.h"
#include "core/schedule/algorithm.h"
#include "gui/experiments/table_ground.h"

namespace commlab {
namespace {

// A table has dozens of rows, and several ways are tried for each. So a try may take half a minute.
constexpr std::int64_t most_transfers_of_a_try = 100'000'000;

// The machine on which rows are predicted, and how.
struct Ground {
  const Machine& machine;
  const PublishedSetting& setting;
  const Tools& tools;
  const Layout& layout;
  const PublishedCalls* rows =
      nullptr;  // where NCCL's costs are known; null: rows are simulated with the machine's own
};

std::string protocol_name(const Choice& choice) {
  return choice.protocol == ProtocolChoice::automatic ? "" : std::string(name_of(choice.protocol));
}

// What the log says NCCL took for a row.
std::string logged_choice(const PublishedTable& table, const PublishedRow& row) {
  const auto said = std::ranges::find_if(table.choices, [&](const LoggedChoice& choice) {
    return choice.kind == row.kind && choice.size == row.size;
  });
  return said == table.choices.end() ? "" : way_text(said->algorithm, said->protocol);
}

// The channels that NCCL would count here.
std::optional<LoggedChannels> counted_channels(const Machine& machine, const PublishedTable& table,
                                               const PublishedSetting& setting) {
  const int ranks = largest_row(table).ranks;
  if (ranks < 2 || ranks > machine.topology.gpus) return std::nullopt;
  const NcclComm comm = nccl_comm(machine, ranks, setting.nccl);
  return LoggedChannels{.collectives = comm.channels, .nvls = comm.nvls_channels};
}

Result<PredictedRow> predict_by_costs_of_nccl(const PublishedCalls& rows, const PublishedRow& row) {
  return rows.row(row).and_then([&](const PublishedCall& found) {
    return simulated_time(found, found.costs).and_then([&](Time time) -> Result<PredictedRow> {
      PredictedRow predicted{row,
                             *row.time,
                             time,
                             std::string(algorithm_name(found.call.route)),
                             std::string(protocol_name(found.call.route)),
                             band_of(found.call, nccl_site(*found.ground->nccl), found.costs)};
      if (!found.costs.measured) return predicted;
      NcclCosts alone = found.costs;
      alone.measured.reset();
      return simulated_time(found, alone).map([&](Time by_costs_alone) {
        predicted.by_costs_alone = by_costs_alone;
        return predicted;
      });
    });
  });
}

Result<PredictedRow> simulate(const Ground& ground, const PublishedRow& row, Time measured,
                              const Collective& collective, std::string_view algorithm) {
  const Setup setup{
      .experiment = {.collective = collective.kind,
                     .machine = ground.machine.name,
                     .algorithm = std::string(algorithm),
                     .nccl = ground.setting.nccl,
                     .launch = ground.setting.launch,
                     .loop = has_root(collective.kind) && ground.setting.loop ? calls_of_nccl_tests : 1,
                     .ranks = collective.ranks},
      .machine = ground.machine,
      .collective = collective,
      .layout = ground.layout,
      .budget = ground.tools.budget,
      .plans = ground.tools.plans};
  const Planner planner = ground.tools.planner();
  return choose_algorithm(setup, planner).and_then([&](const Choice& choice) {
    return perform(setup, choice, planner, only_the_time(ground.tools.stop)).map([&](const Outcome& outcome) {
      return PredictedRow{row, measured, outcome.run.finish, outcome.programs->algorithm,
                          protocol_name(choice)};
    });
  });
}

Result<PredictedRow> predict_collective(const Ground& ground, const PublishedRow& row) {
  if (ground.rows != nullptr) return predict_by_costs_of_nccl(*ground.rows, row);
  return collective_of(row, ground.setting, ground.machine).and_then([&](const Collective& collective) {
    return simulate(ground, row, *row.time, collective, nccl_name);
  });
}

// Tables that commlab measured itself are predicted as in `compare`: the fastest of our algorithms stands
// for a library's own collective.
Result<PredictedRow> predict_experiment(const Ground& ground, const PublishedRow& row) {
  if (!row.time) return fail("no time was measured");
  Experiment again = *ground.setting.experiment;
  again.on = ground.tools.backends.front().name;
  again.machine = ground.setting.node;
  again.size = row.size;
  again.copy = Experiment{}.copy;
  if (again.algorithm == "native") again.algorithm = "auto";
  const Result<Setup> setup = set_up(again, ground.tools.planner());
  if (!setup) return tl::unexpected(setup.error());
  const Result<Choice> choice = choose_algorithm(*setup, ground.tools.planner());
  if (!choice) return tl::unexpected(choice.error());
  return perform(*setup, *choice, ground.tools.planner(), only_the_time(ground.tools.stop))
      .map([&](const Outcome& outcome) {
        return PredictedRow{row, *row.time, outcome.run.finish, outcome.programs->algorithm,
                            protocol_name(*choice)};
      });
}

// A machine with the row's two GPUs. Pairs between nodes are all equal: the ground itself is such a pair.
Result<Machine> pair_of(const Ground& ground, const PublishedRow& row) {
  if (ground.setting.between_nodes) return ground.machine;
  const int gpus = ground.machine.topology.gpus;
  if (std::max(row.from, row.to) >= gpus)
    return fail("{} has {} GPUs; there is no GPU of this number", ground.machine.name, gpus);
  const Result<Machine> whole =
      ground.setting.without_p2p ? staged_through_memory(ground.machine) : ground.machine;
  if (!whole) return tl::unexpected(whole.error());
  Machine pair = part_of(*whole, {row.from, row.to});
  // NCCL does not make these copies: two at once cost what one does.
  pair.collective = pair.copy;
  pair.protocols.clear();
  pair.nccl.reset();
  return pair;
}

// Published as what is read and what is written, together.
Result<PredictedRow> predict_local_copy(const Ground& ground, const PublishedRow& row, Bytes moved,
                                        Time measured) {
  const LocalCopies& local = ground.machine.local;
  if (local.traffic == Bandwidth{})
    return fail("what copies within one GPU cost on {} is not known", ground.machine.name);
  return PredictedRow{row, measured, local.latency + serialization_time(moved, local.traffic), "copy", ""};
}

// One copy between two GPUs or within one, or two at once in opposite directions.
Result<PredictedRow> predict_pair(const Ground& ground, const PublishedRow& row) {
  if (!row.time && !row.bandwidth) return fail("no number was published");
  const PublishedSetting& setting = ground.setting;
  const Bytes size = row.time ? Bytes{4} : pair_message;
  const Bytes moved{size.count * (setting.both_directions ? 2 : 1)};
  const Time measured = row.time ? *row.time : serialization_time(moved, *row.bandwidth);
  if (row.from == row.to && !setting.between_nodes) return predict_local_copy(ground, row, moved, measured);
  const Result<Machine> pair = pair_of(ground, row);
  if (!pair) return tl::unexpected(pair.error());
  const bool at_once = setting.both_directions || setting.between_nodes;
  Collective collective{
      .kind = at_once ? CollectiveKind::sendrecv : CollectiveKind::p2p, .ranks = 2, .from = 0, .to = {1}};
  collective.count = count_for(collective.kind, 2, collective.dtype, size);
  const Layout no_layout;
  return simulate({*pair, setting, ground.tools, no_layout}, row, measured, collective, "direct");
}

Result<PredictedRow> predict_row(const Ground& ground, const PublishedTable& table, const PublishedRow& row) {
  if (ground.tools.stop.stop_requested()) return stopped();
  if (ground.setting.experiment) return predict_experiment(ground, row);
  return table.of_pairs ? predict_pair(ground, row) : predict_collective(ground, row);
}

// The layout of each number of ranks in the table.
std::map<int, Layout> layouts_of(const PublishedTable& table, const Machine& machine) {
  std::map<int, Layout> layouts;
  for (const PublishedRow& row : table.rows)
    if (!layouts.contains(row.ranks)) layouts.emplace(row.ranks, layout_on(machine, row.ranks));
  return layouts;
}

}  // namespace

std::string how_text(const PredictedRow& row) {
  return row.protocol.empty() ? row.algorithm : row.algorithm + '/' + row.protocol;
}

double PredictedRow::error_percent() const { return percent_of(predicted - measured, measured); }

double percentile_error(const std::vector<double>& errors_percent, double share) {
  std::vector<double> sizes;
  for (const double error : errors_percent) sizes.push_back(std::abs(error));
  return percentile(std::move(sizes), share);
}

double median_error(const std::vector<double>& errors_percent) {
  return percentile_error(errors_percent, 0.5);
}

Result<PredictedTable> predict_table(const PublishedTable& table, const std::string& machine,
                                     const Tools& all_tools, const ReportProgress& report,
                                     const TakePrediction& take_newest) {
  Tools tools = all_tools;
  tools.budget.transfers = most_transfers_of_a_try;
  const Result<TableGround> ground = ground_of(table, machine, tools);
  if (!ground) return tl::unexpected(ground.error());
  const Machine& found = ground->machine;

  PredictedTable all{
      .table = table,
      .setting = ground->setting,
      .machine = found.name,
      .title = found.title,
      .by_costs_of_nccl = false,
      .rows = {},
      .left_out = {},
      .differences = differences(found.provenance, provenance_of(table), "when calibrated", "when measured")};
  std::optional<PublishedCalls> rows;
  all.by_costs_of_nccl = found.nccl && !table.of_pairs && !all.setting.experiment;
  if (all.by_costs_of_nccl) rows.emplace(table, all.setting, found, tools.planner().predict);
  if (all.by_costs_of_nccl && table.channels) all.channels = counted_channels(found, table, all.setting);
  const std::map<int, Layout> layouts = layouts_of(table, found);
  std::map<std::string, int> reasons;
  in_parallel(
      table.rows.size(), tools.cores,
      [&](std::size_t i) {
        const PublishedRow& row = table.rows[i];
        return predict_row({found, all.setting, tools, layouts.at(row.ranks), rows ? &*rows : nullptr}, table,
                           row);
      },
      [&](std::size_t i, Result<PredictedRow> row) {
        if (row) row->logged = logged_choice(table, row->published);
        report(static_cast<double>(i + 1) / static_cast<double>(table.rows.size()), table.name);
        if (!row) {
          ++reasons[row.error().message];
          return true;
        }
        all.rows.push_back(*std::move(row));
        if (take_newest) take_newest(all);
        return true;
      });
  for (const auto& [reason, rows] : reasons) all.left_out.push_back({.rows = rows, .reason = reason});
  return all;
}

}  // namespace commlab
