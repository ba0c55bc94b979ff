#include "gpu/net/nccl_processes.h"

#include <stop_token>
#include <utility>

#include "core/base/stopped.h"

#include "gpu/net/group/serve.h"

namespace commlab {
namespace {

// "8 virtual ranks on 2 GPUs, a process for each": processes that pretend to be on computers of their own.
std::string where(int ranks, int gpus) {
  if (ranks == 1) return "one process, with one rank";
  if (gpus == 0 || gpus >= ranks) return fmt::format("{} processes, a rank in each", ranks);
  return fmt::format("{} virtual ranks on {}, a process for each", ranks,
                     gpus == 1 ? "one GPU" : fmt::format("{} GPUs", gpus));
}

// All contributions of the ranks may pass through sockets, which needs more time.
RealRunOptions with_time_for_sockets(RealRunOptions real, const Collective& c) {
  real.deadline += c.ranks * time_to_move(size_of(c).count);
  return real;
}

// After a stop, whatever waits for the members ends at once.
Result<Run> run_by_nccl(CalledGroup& group, const Programs& programs, const RunOptions& options,
                        const RealRunOptions& real) {
  const std::stop_callback hang_up(options.stop, [&] { group.hang_up(); });
  int gpus = 0;
  const auto make = [&](const NcclId& id) -> Result<std::unique_ptr<Runner>> {
    auto order = issue_order(programs);
    if (!order) return tl::unexpected(order.error());
    auto runner = group.runner(programs, std::move(*order),
                               {.terms = {.absent = real.absent, .nccl = id, .as_graph = real.as_graph}});
    if (!runner) return tl::unexpected(runner.error());
    gpus = (*runner)->gpus();
    return std::move(*runner);
  };
  return run_on_nccl_members(programs, group.nccl(), make, options,
                             with_time_for_sockets(real, programs.collective))
      .map([&](Run run) {
        run.where = where(programs.collective.ranks, gpus);
        return run;
      });
}

}  // namespace

Result<Run> run_on_nccl_processes(const Programs& programs, GroupOnCall& groups, const RunOptions& options,
                                  const RealRunOptions& real) {
  const auto group = groups.of(programs.collective.ranks, options.stop);
  if (!group) return tl::unexpected(group.error());
  auto run = run_by_nccl(**group, programs, options, real);
  if (options.stop.stop_requested()) run = stopped();  // the group is of no use now
  if (!run) groups.dissolve(run.error());
  return run;
}

}  // namespace commlab
