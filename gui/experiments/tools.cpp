#include "gui/experiments/tools.h"

#include <algorithm>

#include "core/base/stopped.h"
#include "gui/experiments/own_machine.h"

namespace commlab {

const Backend& Tools::backend(BackendName name) const { return Planner{.backends = backends}.backend(name); }

Result<ComputersFound> Tools::provenance(BackendName name) const {
  const Backend& asked = backend(name);
  if (asked.models || !look_at_provenance) return ComputersFound{};
  ComputersFound found{.here = look_at_provenance(name)};
  if (!asked.other_computers) return found;
  return asked.other_computers().map([&](std::vector<ComputersFound::Other> others) {
    found.others = std::move(others);
    return found;
  });
}

Provenance Tools::provenance_after(const ComputersFound& before, BackendName name) const {
  if (const Result<ComputersFound> now = provenance(name)) return after(before, *now);
  return after(before, {.here = look_at_provenance(name)});
}

int Tools::side_by_side(BackendName name) const { return backend(name).models ? cores : 1; }

const Backend* Tools::backend_called(std::string_view name) const {
  const auto found =
      std::ranges::find(backends, name, [](const Backend& backend) { return name_of(backend.name); });
  return found == backends.end() ? nullptr : &*found;
}

Result<Run> Tools::predict(const Programs& programs, const Machine& machine, const Experiment& experiment,
                           Time limit) const {
  if (stop.stop_requested()) return stopped();
  return backends.front().run(programs, machine, experiment,
                              {.budget = budget, .limit = limit, .stop = stop});
}

Planner Tools::planner() const {
  return {.backends = backends,
          .machine = [this](const Experiment& experiment) { return machine_of(experiment, *this); },
          .predict = [this](const Programs& programs, const Machine& machine, const Experiment& experiment,
                            Time limit) { return predict(programs, machine, experiment, limit); },
          .critical_path = critical_path,
          .budget = budget,
          .cores = cores,
          .plans = plans,
          .own_algorithms = own_algorithms};
}

}  // namespace commlab
