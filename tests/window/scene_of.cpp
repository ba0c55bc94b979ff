#include "tests/window/scene_of.h"

#include <stdexcept>

#include "core/bounds/bounds.h"
#include "core/machine/damage.h"
#include "core/machine_text/find_machine.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "sim/critical_path.h"
#include "sim/simulate.h"

namespace commlab {
namespace {

template <class T>
T checked(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

Machine damaged_machine(const Experiment& e) {
  Machine machine = checked(find_machine(e.machine, COMMLAB_SOURCE_DIR "/sim/machines"));
  machine.topology = checked(damaged(machine.topology, {.slow = e.slow, .late = e.late, .cut = e.cut})).real;
  return machine;
}

struct Setting {
  explicit Setting(std::string_view line)
      : experiment(checked(parse_line(line))),
        machine(damaged_machine(experiment)),
        collective(checked(collective_of(experiment, machine.topology.gpus))),
        algorithm(*checked(find_algorithm(collective.kind, experiment.algorithm))),
        programs(checked(programs_for(
            algorithm, collective, {.channels = experiment.channels, .pieces = experiment.pieces.value_or(1)},
            {.order = experiment.ring, .per_node = machine.topology.per_node}))) {}

  Run run() const {
    SimulateOptions options{.trace = true};
    if (!machine.protocols.empty() && collective.kind != CollectiveKind::p2p)
      options.protocol = machine.protocols.front().name;
    return checked(simulate(programs, machine, options));
  }

  Experiment experiment;
  Machine machine;
  Collective collective;
  const Algorithm& algorithm;
  Programs programs;
};

}  // namespace

Run run_of(std::string_view line) { return Setting(line).run(); }

Outcome played(std::string_view line) {
  const Setting setting(line);
  Run run = setting.run();
  const CriticalPath path = critical_path(*run.trace);
  const Bound limit = checked(bound(setting.collective, setting.machine.topology));
  Outcome played{.experiment = setting.experiment, .programs = std::make_shared<Programs>(setting.programs), .run = std::move(run)};
  played.algorithm = &setting.algorithm;
  played.chain = Chain{path.transfers, path.split};
  played.bound = limit;
  played.badge = "simulated";
  played.verified = true;
  return played;
}

Scene scene_of(std::string_view line) { return Scene(played(line)); }

ScenePointer shared_scene_of(std::string_view line) { return std::make_shared<const Scene>(played(line)); }

}  // namespace commlab
