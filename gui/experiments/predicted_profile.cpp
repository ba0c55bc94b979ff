#include "gui/experiments/predicted_profile.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <tuple>

#include "core/base/in_parallel.h"
#include "core/base/index.h"
#include "core/base/numbers.h"
#include "core/base/stopped.h"
#include "core/machine/gpu_model.h"
#include "core/machine/part_of_machine.h"
#include "core/plan/choice.h"
#include "core/plan/perform.h"
#include "core/plan/setup.h"
#include "core/published/table_names.h"
#include "gui/experiments/group_placement.h"

namespace commlab {
namespace {

// Rows of calls that are alike, in order of the first call.
std::vector<ProfiledRow> rows_of(const TorchProfile& profile) {
  using Key = std::tuple<CollectiveKind, int, int, DataType, std::int64_t>;
  std::map<Key, std::vector<const ProfiledCall*>> alike;
  for (const ProfiledCall& call : profile.calls)
    alike[{call.kind, call.ranks, call.group, call.dtype, call.size.count}].push_back(&call);
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

// On which GPUs of the machine the row's group is. Where the trace does not tell the group, it is on the
// first.
Status place(ProfiledRow& row, const TorchProfile& profile, const Machine& machine, const Experiment& like) {
  if (row.call.group < 0) return {};
  const auto gpus = gpus_of_group(profile.groups[index(row.call.group)], machine.topology, like.machine);
  if (!gpus) return tl::unexpected(gpus.error());
  if (std::ranges::equal(*gpus, std::views::iota(0, row.call.ranks))) return {};
  if (!like.slow.empty() || !like.late.empty() || !like.cut.empty())
    return fail("--slow, --late and --cut name GPUs of the machine, and this group has only some of them");
  row.gpus = *gpus;
  return {};
}

void predict(ProfiledRow& row, const TorchProfile& profile, const std::optional<Machine>& machine,
             Experiment experiment, const Tools& tools) {
  if (machine && row.call.ranks > machine->topology.gpus) {
    row.predicted = fail("{} has {}; name a machine of at least {}, as in \"2x dgx-h100\"",
                         experiment.machine, counted(machine->topology.gpus, "GPU"), row.call.ranks);
    return;
  }
  experiment.collective = row.call.kind;
  experiment.ranks = row.call.ranks;
  experiment.dtype = row.call.dtype;
  experiment.size = row.call.size;
  Planner planner = tools.planner();
  if (machine) {
    if (const Status placed = place(row, profile, *machine, experiment); !placed) {
      row.predicted = tl::unexpected(placed.error());
      return;
    }
    if (!row.gpus.empty()) {
      planner.plans = nullptr;  // those kept are of the whole machine
      planner.machine = [part = part_of(*machine, row.gpus)](const Experiment&) {
        return std::optional(part);
      };
    }
  }
  const auto outcome = set_up(experiment, planner).and_then([&](const Setup& setup) {
    return choose_algorithm(setup, planner).and_then([&](const Choice& choice) {
      return perform(setup, choice, planner, only_the_time(tools.stop));
    });
  });
  row.predicted = outcome.map([](const Outcome& known) { return known.run.finish; });
  if (outcome) row.algorithm = outcome->experiment.algorithm;
}

std::string other_gpu_sentence(const std::string& of_trace, const Machine& machine,
                               const std::string& asked) {
  if (of_trace.empty() || machine.gpu.empty()) return {};
  const Result<GpuModel> ran = find_gpu_model(of_trace), predicted = find_gpu_model(machine.gpu);
  if (ran && predicted && ran->name == predicted->name) return {};
  return fmt::format(
      "The trace is of '{}', but {} has the GPU {}: name its machine with --machine, as in {}.", of_trace,
      asked, machine.gpu, node_named(of_trace, "", machine.topology.gpus).machine);
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
                             .other_gpu = {},
                             .rows = {}};
  if (*machine) predicted.other_gpu = other_gpu_sentence(predicted.profile.gpu, **machine, like.machine);
  predicted.rows = rows_of(predicted.profile);
  std::vector<ProfiledRow>& rows = predicted.rows;
  in_parallel(
      rows.size(), tools.cores,
      [&](std::size_t i) {
        ProfiledRow row = rows[i];
        predict(row, predicted.profile, *machine, like, tools);
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
