#include "gpu/calibrate/calibrate_processes.h"

#include <algorithm>

#include "gpu/calibrate/calibrate_host.h"

namespace commlab {
namespace {

Status can_calibrate(const GroupPlace& launched) {
  if (launched.ranks < 2)
    return fail("calibration times messages between ranks, so it needs at least 2 processes; 1 was launched");
  if (launched.local_ranks == 0 || launched.local_ranks == launched.ranks) return {};
  return fail(
      "a calibration describes one computer, but {} of the {} launched processes run on others; launch all "
      "on one",
      launched.ranks - launched.local_ranks, launched.ranks);
}

Result<OnProcessors::Launched> launched_as(const GroupPlace& place, GroupOnCall& groups) {
  if (const Status can = can_calibrate(place); !can) return tl::unexpected(can.error());
  return groups.of(place.ranks).map([&](const CalledGroup* group) {
    return OnProcessors::Launched{.ranks = place.ranks, .processors = group->processors()};
  });
}

TimePrograms timing_on(GroupOnCall& groups, const JobTerms& terms) {
  const auto make_runner = [&groups, terms](const Programs& probe) -> Result<std::unique_ptr<Runner>> {
    auto order = issue_order(probe);
    if (!order) return tl::unexpected(order.error());
    const auto group = groups.of(probe.collective.ranks);
    if (!group) return tl::unexpected(group.error());
    auto runner = (*group)->runner(probe, std::move(*order), {.terms = terms});
    if (!runner) return tl::unexpected(runner.error());
    return std::move(*runner);
  };
  return [make_runner](const Programs& probe, std::chrono::milliseconds budget) {
    return time_with(make_runner, probe, budget);
  };
}

Result<Calibration> calibrate_processes(const std::string& backend, const JobTerms& terms,
                                        GroupOnCall& groups, int ranks, const ReportProgress& progress,
                                        const std::stop_token& stop) {
  OnProcessors where{.backend = backend,
                     .ranks_are = "processes",
                     .time = timing_until(stop, timing_on(groups, terms)),
                     .at_both_ends = true};
  if (const auto& place = groups.place()) {
    const auto launched = launched_as(*place, groups);
    if (!launched) return tl::unexpected(launched.error());
    where.launched = *launched;
    ranks = std::max(ranks, place->ranks);
  }
  auto calibration = calibrate_on_processors(where, ranks, progress);
  if (!calibration) groups.dissolve(calibration.error());
  return calibration;
}

const JobTerms over_sockets{.probe = true};
const JobTerms by_mpi{.probe = true, .mpi = true};

}  // namespace

TimePrograms timing_on_tcp(GroupOnCall& groups) { return timing_on(groups, over_sockets); }
TimePrograms timing_on_mpi(GroupOnCall& groups) { return timing_on(groups, by_mpi); }

Result<Calibration> calibrate_tcp(GroupOnCall& groups, int ranks, const ReportProgress& progress,
                                  const std::stop_token& stop) {
  return calibrate_processes("tcp", over_sockets, groups, ranks, progress, stop);
}

Result<Calibration> calibrate_mpi(GroupOnCall& groups, int ranks, const ReportProgress& progress,
                                  const std::stop_token& stop) {
  return calibrate_processes("mpi", by_mpi, groups, ranks, progress, stop);
}

}  // namespace commlab
