#include "gpu/net/tcp_backend.h"

#include <utility>

#include "gpu/checked_run.h"
#include "gpu/host/host_device.h"

namespace commlab {
namespace {

// "4 processes", and if they have different clocks, how well the clocks are aligned.
std::string where(const CalledGroup& group) {
  std::string text = fmt::format("{} process{}", group.ranks(), group.ranks() == 1 ? "" : "es");
  if (group.alignment() > 0)
    text += fmt::format("; clocks aligned within {:.1f} us", static_cast<double>(group.alignment()) / 1e3);
  return text;
}

}  // namespace

Result<Run> run_on_tcp(const Programs& programs, GroupOnCall& groups, const RunOptions& options,
                       const RealRunOptions& real) {
  if (!programs.groups.empty())
    return fail(Fault::runtime,
                "{} reads and writes other ranks' memory, but tcp's processes do not share memory; choose "
                "an algorithm without multicast, or --on host",
                programs.algorithm);
  if (real.calls > 1)
    return fail(Fault::runtime,
                "--loop {}: tcp times calls alone, not in a row; leave out --loop, or use --on host",
                real.calls);
  auto order = admit(programs, real, HostDevice());
  if (!order) return tl::unexpected(order.error());
  const auto group = groups.of(programs.collective.ranks);
  if (!group) return tl::unexpected(group.error());
  auto run = (*group)
                 ->runner(programs, std::move(*order), {.terms = {.absent = real.absent}})
                 .and_then([&](const std::unique_ptr<GroupRunner>& runner) {
                   return checked_run(programs, *runner, options, real);
                 });
  if (!run) {
    groups.dissolve(run.error());
    return run;
  }
  run->backend = "tcp";
  run->where = where(**group);
  if (run->trace) run->trace->backend = run->backend;
  return run;
}

}  // namespace commlab
