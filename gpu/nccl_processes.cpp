#include "gpu/nccl_processes.h"

#include <utility>

namespace commlab {

Result<Run> run_on_nccl_processes(const Programs& programs, GroupOnCall& groups, const RunOptions& options,
                                  const HostOptions& host) {
  const auto group = groups.of(programs.collective.ranks);
  if (!group) return tl::unexpected(group.error());
  const auto make = [&](const NcclId& id) -> Result<std::unique_ptr<Runner>> {
    auto order = issue_order(programs);
    if (!order) return tl::unexpected(order.error());
    auto runner = (*group)->runner(programs, std::move(*order), {.absent = host.absent, .nccl = id});
    if (!runner) return tl::unexpected(runner.error());
    return std::move(*runner);
  };
  auto run = run_on_nccl_members(programs, make, options, host);
  if (!run) {
    groups.dissolve(run.error());
    return run;
  }
  run->where = fmt::format("{} processes, a rank in each", programs.collective.ranks);
  return run;
}

}  // namespace commlab
