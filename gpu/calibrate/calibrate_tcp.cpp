#include "gpu/calibrate/calibrate_tcp.h"

#include "gpu/calibrate/calibrate_host.h"

namespace commlab {

TimePrograms timing_on_tcp(GroupOnCall& groups) {
  const auto make_runner = [&groups](const Programs& probe) -> Result<std::unique_ptr<Runner>> {
    auto order = issue_order(probe);
    if (!order) return tl::unexpected(order.error());
    const auto group = groups.of(probe.collective.ranks);
    if (!group) return tl::unexpected(group.error());
    auto runner = (*group)->runner(probe, std::move(*order), {.terms = {.probe = true}});
    if (!runner) return tl::unexpected(runner.error());
    return std::move(*runner);
  };
  return [make_runner](const Programs& probe, std::chrono::milliseconds budget) {
    return time_with(make_runner, probe, budget);
  };
}

Result<Calibration> calibrate_tcp(GroupOnCall& groups, int ranks, const ReportProgress& progress) {
  return calibrate_on_processors({.backend = "tcp", .ranks_are = "processes", .time = timing_on_tcp(groups)},
                                 ranks, progress);
}

}  // namespace commlab
