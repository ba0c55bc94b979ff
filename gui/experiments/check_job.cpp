#include "gui/experiments/check_job.h"

#include <utility>

#include "core/experiment/run.h"
#include "core/plan/setup.h"
#include "gui/experiments/table_ground.h"

namespace commlab {
namespace {

Status has_costs(const Machine& machine) {
  if (machine.nccl) return {};
  return fail(
      "what calls of NCCL cost on {} is not known, so no time there is normal or slow; expected a GPU server "
      "of commlab list machines, or a machine that commlab calibrate --from LOG wrote",
      machine.name);
}

}  // namespace

Result<CheckJob> job_of_file(const std::filesystem::path& file, const std::string& machine,
                             const Tools& tools) {
  Result<PublishedTable> table = read_published(file);
  if (!table) return tl::unexpected(table.error());
  const auto in_file = [&](const Error& error) {
    return Error{fmt::format("{}: {}", file.string(), error.message), error.fault};
  };
  if (table->of_pairs)
    return fail("{}: copies between pairs of GPUs; expected times of collectives, as nccl-tests prints them",
                file.string());
  Result<TableGround> ground = ground_of(*table, machine, tools).map_error(in_file);
  if (!ground) return tl::unexpected(ground.error());
  if (ground->setting.experiment)
    return fail(
        "{}: commlab measured it, not NCCL; expected what nccl-tests printed; commlab compare "
        "--reference {} shows its predictions",
        file.string(), file.string());
  if (const Status known = has_costs(ground->machine).map_error(in_file); !known)
    return tl::unexpected(known.error());
  Rewire rewire = [table = *table, machine, &tools](std::string_view words) {
    return rewired_ground_of(table, machine, words, tools).map([](TableGround rewired) {
      return std::move(rewired.machine);
    });
  };
  return CheckJob{.table = *std::move(table),
                  .run = {.machine = std::move(ground->machine), .setting = std::move(ground->setting)},
                  .rewire = std::move(rewire)};
}

Result<Time> parse_measured(std::string_view text, CollectiveKind kind, int ranks, Bytes size) {
  if (const Result<Time> time = parse_time(text)) {
    if (*time > Time{}) return time;
  } else if (const Result<Bandwidth> busbw = parse_bandwidth(text); busbw && *busbw > Bandwidth{}) {
    const Time at_algbw = serialization_time(size, *busbw);
    return Time{static_cast<std::int64_t>(static_cast<double>(at_algbw.ps) * busbw_factor(kind, ranks))};
  }
  return fail("--measured: '{}'; expected a time, as in 6ms, or a bus bandwidth, as in 340GB/s", text);
}

Result<CheckJob> job_of_times(const Experiment& asked, const std::vector<Bytes>& sizes,
                              const std::vector<std::string>& measured, const Tools& tools) {
  if (sizes.size() != measured.size())
    return fail("--size has {} values, and --measured {}; expected as many times as sizes, in their order",
                sizes.size(), measured.size());
  Experiment experiment = asked;
  experiment.size = sizes.front();
  const auto setup_on = [experiment, &tools](const std::string& machine) {
    Experiment there = experiment;
    there.machine = machine;
    return set_up(there, tools.planner());
  };
  Result<Setup> setup = setup_on(experiment.machine);
  if (!setup) return tl::unexpected(setup.error());
  if (const Status known = has_costs(*setup->machine); !known) return tl::unexpected(known.error());
  const int ranks = setup->collective.ranks, per_node = setup->machine->topology.per_node;
  PublishedTable table{.name = std::string(name_of(experiment.collective)), .of_sizes = true};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Result<Time> time = parse_measured(measured[i], experiment.collective, ranks, sizes[i]);
    if (!time) return tl::unexpected(time.error());
    table.rows.push_back({.kind = experiment.collective,
                          .ranks = ranks,
                          .nodes = per_node > 0 ? (ranks + per_node - 1) / per_node : 1,
                          .size = sizes[i],
                          .dtype = experiment.dtype,
                          .op = experiment.op,
                          .time = *time});
  }
  PublishedSetting setting{.node = setup->experiment.machine,
                           .launch = experiment.launch,
                           .nccl = experiment.nccl,
                           .in_place = experiment.in_place};
  Rewire rewire = [setup_on, machine = setup->experiment.machine](std::string_view words) {
    return setup_on(fmt::format("{},{}", machine, words)).map([](Setup rewired) {
      return *std::move(rewired.machine);
    });
  };
  return CheckJob{.table = std::move(table),
                  .run = {.machine = *std::move(setup->machine), .setting = std::move(setting)},
                  .rewire = std::move(rewire)};
}

}  // namespace commlab
