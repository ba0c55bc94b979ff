#include "gpu/net/run_on_group.h"

#include <stop_token>
#include <utility>

#include "core/base/stopped.h"
#include "core/programs/native.h"
#include "gpu/checked_run.h"
#include "gpu/host/host_device.h"
#include "gpu/host/host_memory.h"

namespace commlab {
namespace {

// "4 processes", and if they have different clocks, how well the clocks are aligned.
std::string where(const CalledGroup& group) {
  std::string text = fmt::format("{} process{}", group.ranks(), group.ranks() == 1 ? "" : "es");
  if (group.alignment() > 0)
    text += fmt::format("; clocks aligned within {:.1f} us", static_cast<double>(group.alignment()) / 1e3);
  return text;
}

Result<IssueOrder> admitted(const Programs& programs, const RunOptions& options, const RealRunOptions& real) {
  if (!is_native(programs)) return admit(programs, options, real, HostDevice());
  if (const Status sound = check_for_library(programs, options, real, available_host_memory()); !sound)
    return tl::unexpected(sound.error());
  return issue_order(programs);
}

// After a stop, whatever waits for the members ends at once.
Result<Run> run_on(CalledGroup& group, const Programs& programs, IssueOrder order, const JobTerms& terms,
                   const RunOptions& options, const RealRunOptions& real) {
  const std::stop_callback hang_up(options.stop, [&] { group.hang_up(); });
  return group.runner(programs, std::move(order), {.terms = terms})
      .and_then([&](const std::unique_ptr<GroupRunner>& runner) {
        return checked_run(programs, *runner, options, real);
      });
}

}  // namespace

Result<Run> run_on_group(const std::string& backend, const Programs& programs, GroupOnCall& groups,
                         const JobTerms& terms, const RunOptions& options, const RealRunOptions& real) {
  if (!programs.groups.empty())
    return fail(Fault::runtime,
                "{} reads and writes other ranks' memory, but {}'s processes do not share memory; choose "
                "an algorithm without multicast, or --on host",
                programs.algorithm, backend);
  if (real.calls > 1 && !is_native(programs))
    return fail(
        Fault::runtime,
        "--loop {}: our schedules on {} are timed alone, not in a row; leave out --loop, or use --on host",
        real.calls, backend);
  auto order = admitted(programs, options, real);
  if (!order) return tl::unexpected(order.error());
  const auto group = groups.of(programs.collective.ranks, options.stop);
  if (!group) return tl::unexpected(group.error());
  auto run = run_on(**group, programs, std::move(*order), terms, options, real);
  if (options.stop.stop_requested()) run = stopped();  // the group is of no use now
  if (!run) {
    groups.dissolve(run.error());
    return run;
  }
  run->backend = backend;
  run->where = where(**group);
  if (run->trace) run->trace->backend = run->backend;
  return run;
}

}  // namespace commlab
