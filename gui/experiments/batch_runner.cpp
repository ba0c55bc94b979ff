#include "gui/experiments/batch_runner.h"

#include <new>

#include "core/plan/choice.h"
#include "core/plan/perform.h"
#include "core/plan/setup.h"
#include "gui/experiments/own_machine.h"

namespace commlab {
namespace {

// A large cluster has some megabytes. A batch seldom has more machines.
constexpr std::size_t most_kept_machines = 64;

Result<Outcome> run_planned(const Experiment& experiment, const Planner& planner) {
  const Result<Setup> setup = set_up(experiment, planner);
  if (!setup) return tl::unexpected(setup.error());
  const Result<Choice> choice = choose_algorithm(*setup, planner);
  if (!choice) return tl::unexpected(choice.error());
  return perform(*setup, *choice, planner, only_the_numbers());
}

}  // namespace

BatchRunner::BatchRunner(const Tools& tools) : tools_(tools), planner_(tools.planner()) {
  planner_.machine = [this](const Experiment& experiment) { return kept_machine(experiment); };
  planner_.cores = 1;  // experiments run side by side
}

Result<Outcome> BatchRunner::run(const std::string& line) {
  const Result<Experiment> experiment = parse_line(line);
  if (!experiment) return tl::unexpected(experiment.error());
  std::shared_lock shared(computer_, std::defer_lock);
  std::unique_lock alone(computer_, std::defer_lock);
  if (tools_.backend(experiment->on).models)
    shared.lock();
  else
    alone.lock();
  try {
    return run_planned(*experiment, planner_);
  } catch (const std::bad_alloc&) {
    return fail(Fault::runtime, "the memory ran out; fewer --cores leave more for each experiment");
  }
}

Result<std::optional<Machine>> BatchRunner::kept_machine(const Experiment& experiment) {
  const std::lock_guard lock(machines_mutex_);
  const std::tuple key(experiment.machine, experiment.nic, experiment.gpu, experiment.on);
  if (const auto known = machines_.find(key); known != machines_.end()) return known->second;
  if (machines_.size() == most_kept_machines) machines_.clear();
  return machines_.emplace(key, machine_of(experiment, tools_)).first->second;
}

Status can_be_in_a_batch(const Batch& batch, bool in_a_group, const Tools& tools) {
  for (const BatchEntry& entry : batch.entries()) {
    const Backend& backend = tools.backend(entry.on);
    if (in_a_group && !backend.models)
      return fail("'{}': processes under mpirun would disturb each other's measurements; start one process",
                  entry.line);
    if (backend.launched)
      return fail("'{}': a batch runs in one process, or under mpirun or srun; leave commlab launch out",
                  entry.line);
  }
  return {};
}

}  // namespace commlab
