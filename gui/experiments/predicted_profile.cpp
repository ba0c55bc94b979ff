#include "gui/experiments/predicted_profile.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/in_parallel.h"
#include "core/base/numbers.h"
#include "core/base/stopped.h"
#include "core/plan/choice.h"
#include "core/plan/perform.h"
#include "core/plan/setup.h"

namespace commlab {
namespace {

// Rows of calls that are alike, in order of the first call.
std::vector<ProfiledRow> rows_of(const TorchProfile& profile) {
  using Key = std::tuple<CollectiveKind, int, DataType, std::int64_t>;
  std::map<Key, std::vector<const ProfiledCall*>> alike;
  for (const ProfiledCall& call : profile.calls)
    alike[{call.kind, call.ranks, call.dtype, call.size.count}].push_back(&call);
  std::vector<ProfiledRow> rows;
  for (const auto& [key, calls] : alike) {
    std::vector<Time> times;
    Time all{};
    for (const ProfiledCall* call : calls) {
      times.push_back(call->took);
      all = all + call->took;
    }
    std::ranges::sort(times);
    rows.push_back({.call = *calls.front(),
                    .calls = static_cast<int>(calls.size()),
                    .least = times.front(),
                    .median = times[times.size() / 2],
                    .all = all});
  }
  std::ranges::stable_sort(rows, [](const ProfiledRow& a, const ProfiledRow& b) { return a.all > b.all; });
  return rows;
}

void predict(ProfiledRow& row, const std::optional<Machine>& machine, Experiment experiment,
             const Tools& tools) {
  if (machine && row.call.ranks > machine->topology.gpus) {
    row.predicted = fail("{} has {}; name a machine of at least {}, as in \"2x dgx-h100\"",
                         experiment.machine, counted(machine->topology.gpus, "GPU"), row.call.ranks);
    return;
  }
  experiment.collective = row.call.kind;
  experiment.ranks = row.call.ranks;
  experiment.dtype = row.call.dtype;
  experiment.size = row.call.size;
  const Planner planner = tools.planner();
  const auto outcome = set_up(experiment, planner).and_then([&](const Setup& setup) {
    return choose_algorithm(setup, planner).and_then([&](const Choice& choice) {
      return perform(setup, choice, planner, only_the_time(tools.stop));
    });
  });
  row.predicted = outcome.map([](const Outcome& known) { return known.run.finish; });
  if (outcome) row.algorithm = outcome->experiment.algorithm;
}

}  // namespace

std::optional<double> ProfiledRow::ratio() const {
  if (!predicted || predicted->ps <= 0) return std::nullopt;
  return static_cast<double>(median.ps) / static_cast<double>(predicted->ps);
}

Result<PredictedProfile> predict_profile(TorchProfile profile, const Experiment& like, const Tools& tools) {
  const Planner planner = tools.planner();
  const Result<std::optional<Machine>> machine = planner.machine(like);
  if (!machine) return tl::unexpected(machine.error());
  PredictedProfile predicted{.profile = std::move(profile),
                             .like = like,
                             .machine_title = *machine ? (*machine)->title : "",
                             .rows = {}};
  predicted.rows = rows_of(predicted.profile);
  std::vector<ProfiledRow>& rows = predicted.rows;
  in_parallel(
      rows.size(), tools.cores,
      [&](std::size_t i) {
        ProfiledRow row = rows[i];
        predict(row, *machine, like, tools);
        return row;
      },
      [&](std::size_t i, ProfiledRow row) {
        rows[i] = std::move(row);
        return !tools.stop.stop_requested();
      });
  if (tools.stop.stop_requested()) return stopped();
  return predicted;
}

}  // namespace commlab
