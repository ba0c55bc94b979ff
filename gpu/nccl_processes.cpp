#include "gpu/nccl_processes.h"

#include <utility>

namespace commlab {
namespace {

// "8 virtual ranks on 2 GPUs, a process for each": processes that pretend to be on computers of their own.
std::string where(int ranks, int gpus) {
  if (gpus == 0 || gpus >= ranks) return fmt::format("{} processes, a rank in each", ranks);
  return fmt::format("{} virtual ranks on {}, a process for each", ranks,
                     gpus == 1 ? "one GPU" : fmt::format("{} GPUs", gpus));
}

}  // namespace

Result<Run> run_on_nccl_processes(const Programs& programs, GroupOnCall& groups, const RunOptions& options,
                                  const HostOptions& host) {
  const auto group = groups.of(programs.collective.ranks);
  if (!group) return tl::unexpected(group.error());
  int gpus = 0;
  const auto make = [&](const NcclId& id) -> Result<std::unique_ptr<Runner>> {
    auto order = issue_order(programs);
    if (!order) return tl::unexpected(order.error());
    auto runner = (*group)->runner(programs, std::move(*order), {.absent = host.absent, .nccl = id});
    if (!runner) return tl::unexpected(runner.error());
    gpus = (*runner)->gpus();
    return std::move(*runner);
  };
  auto run = run_on_nccl_members(programs, make, options, host);
  if (!run) {
    groups.dissolve(run.error());
    return run;
  }
  run->where = where(programs.collective.ranks, gpus);
  return run;
}

}  // namespace commlab
