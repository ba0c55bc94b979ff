// How long do the eight GPUs of a DGX H100 need to sum 64 MiB in a ring? Proves the ring, simulates it, and says
// which time no algorithm can beat there.
#include <fmt/format.h>

#include "core/bounds/bounds.h"
#include "core/machine_text/find_machine.h"
#include "core/plan/call_costs.h"
#include "core/programs/programs_for.h"
#include "core/verify/verify.h"
#include "sim/simulate.h"

using namespace commlab;

Result<std::string> prediction(const Collective& collective) {
  const Result<Machine> machine = find_machine("dgx-h100", MACHINES);
  if (!machine) return tl::unexpected(machine.error());
  const Result<const Algorithm*> ring = find_algorithm(collective.kind, "ring");
  if (!ring) return tl::unexpected(ring.error());

  const Result<Programs> programs = programs_for(**ring, collective);
  if (!programs) return tl::unexpected(programs.error());
  if (const Status proved = verify(*programs); !proved) return tl::unexpected(proved.error());

  const Machine with_simple = with_call_costs(*machine, **ring, collective, ProtocolChoice::simple);
  const Result<Run> run = simulate(*programs, with_simple, {.protocol = "simple"});
  if (!run) return tl::unexpected(run.error());
  const Result<Bound> least = bound(collective, machine->topology);
  if (!least) return tl::unexpected(least.error());
  return fmt::format("proved; it takes {}, and no algorithm less than {}: {}", to_human(run->finish),
                     to_human(least->time), name_of(least->limited_by));
}

int main() {
  const Result<std::string> answer =
      prediction({.kind = CollectiveKind::all_reduce, .ranks = 8, .count = MiB(64).count / 4});
  fmt::print("{}\n", answer ? *answer : answer.error().message);
  return answer ? 0 : 1;
}
