#include "sim/simulate_experiment.h"

#include <cassert>

#include "core/machine/damage.h"
#include "sim/faults.h"
#include "sim/simulate.h"

namespace commlab {
namespace {

// The protocol as simulate() expects it: empty if the experiment names none.
std::string protocol_of(const Experiment& experiment) {
  if (experiment.protocol == ProtocolChoice::automatic) return {};
  return std::string(name_of(experiment.protocol));
}

Result<Faults> faults_of(const Experiment& experiment, const Topology& topology) {
  Faults faults;
  for (const std::string& words : experiment.slow)
    if (const std::optional<SlowGpu> slow = slow_gpu(topology, words))
      faults.slow_gpus.push_back({slow->gpu, slow->times});
  for (const std::string& words : experiment.late)
    if (const std::optional<LateGpu> late = late_gpu(topology, words))
      faults.late_gpus.push_back({late->gpu, late->more});
  if (!experiment.jitter.empty())
    if (const Status set = set_jitter(faults, experiment.jitter); !set) return tl::unexpected(set.error());
  faults.absent = experiment.absent;
  faults.seed = experiment.seed;
  return faults;
}

}  // namespace

Result<Run> simulate_experiment(const Programs& programs, const std::optional<Machine>& machine,
                                const Experiment& experiment, const RunOptions& options) {
  assert(machine && "a model runs on a machine");
  return faults_of(experiment, machine->topology).and_then([&](const Faults& faults) {
    return simulate(programs, *machine,
                    {.links = experiment.link_model,
                     .exact = experiment.exact,
                     .streaming = experiment.streaming,
                     .trace = options.trace,
                     .split = options.split && experiment.loop == 1,
                     .group = options.group,
                     .faults = faults,
                     .protocol = protocol_of(experiment),
                     .launch = experiment.launch,
                     .loop = experiment.loop > 1,
                     .budget = options.budget,
                     .limit = options.limit,
                     .stop = options.stop,
                     .report = options.report});
  });
}

}  // namespace commlab
