#include "gui/experiments/tools.h"

#include <algorithm>

#include "gui/experiments/own_machine.h"

namespace commlab {

const Backend& Tools::backend(BackendName name) const { return Planner{.backends = backends}.backend(name); }

Provenance Tools::provenance(BackendName name) const {
  const Backend& asked = backend(name);
  if (asked.models || !look_at_provenance) return {};
  Provenance found = look_at_provenance(name == BackendName::cuda || name == BackendName::nccl);
  if (asked.native && asked.state) found.facts.push_back({std::string(name_of(name)), state_of(asked)});
  return found;
}

int Tools::side_by_side(BackendName name) const { return backend(name).models ? cores : 1; }

const Backend* Tools::backend_called(std::string_view name) const {
  const auto found =
      std::ranges::find(backends, name, [](const Backend& backend) { return name_of(backend.name); });
  return found == backends.end() ? nullptr : &*found;
}

Result<Run> Tools::predict(const Programs& programs, const Machine& machine,
                           const Experiment& experiment) const {
  if (stop.stop_requested()) return fail(Fault::runtime, "stopped");
  return backends.front().run(programs, machine, experiment, {.budget = budget, .stop = stop});
}

Planner Tools::planner() const {
  return {.backends = backends,
          .machine = [this](const Experiment& experiment) { return machine_of(experiment, *this); },
          .predict = [this](const Programs& programs, const Machine& machine,
                            const Experiment& experiment) { return predict(programs, machine, experiment); },
          .critical_path = critical_path,
          .budget = budget,
          .cores = cores,
          .plans = plans};
}

}  // namespace commlab
