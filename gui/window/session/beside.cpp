#include "gui/window/session/beside.h"

#include <cassert>
#include <utility>

#include "core/plan/experiment_beside.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

// What else tells two runs apart, the same for both. `one_algorithm`: both are of one.
std::string told_by(const Scene& scene, const Scene& other, bool one_algorithm) {
  const Collective &own = scene.trace().collective, &others = other.trace().collective;
  const Experiment &experiment = scene.run.experiment, &another = other.run.experiment;
  if (experiment.machine != another.machine) return "on " + experiment.machine;
  if (own.ranks != others.ranks) return fmt::format("{} ranks", own.ranks);
  if (size_of(own) != size_of(others)) return to_human(size_of(own));
  if (!one_algorithm) return "";
  if (experiment.pieces != another.pieces) return fmt::format("{} pieces", experiment.pieces.value_or(1));
  if (experiment.channels != another.channels) return fmt::format("{} channels", experiment.channels);
  return "";
}

std::string name_beside(const Scene& scene, const Scene& other) {
  const Trace &own = scene.trace(), &others = other.trace();
  const bool one_collective = own.collective.kind == others.collective.kind;
  const std::string name =
      one_collective ? own.algorithm : fmt::format("{} {}", name_of(own.collective.kind), own.algorithm);
  const std::string told = told_by(scene, other, one_collective && own.algorithm == others.algorithm);
  return told.empty() ? name : fmt::format("{}, {}", name, told);
}

// Whether they store to many and reduce where the algorithm needs it.
bool has_switches(const Topology& topology, const Algorithm& algorithm) {
  if (algorithm.multicasts_between_nodes && !topology.sharp) return false;
  const bool only_in_network = algorithm.multicasts_between_nodes && !algorithm.multicasts_within_nodes;
  return topology.multicast || !algorithm.needs_multicast || only_in_network;
}

}  // namespace

Result<ScenePointer> scene_beside(const WindowTools& tools, const Experiment& experiment,
                                  const std::string& wish, std::stop_token stop,
                                  const ReportProgress& report) {
  return experiment_beside(experiment, wish)
      .and_then([&](const Experiment& other) { return tools.perform(other, std::move(stop), report); })
      .map([](Outcome played) -> ScenePointer { return std::make_shared<const Scene>(std::move(played)); });
}

BesideNames beside_names(const Session& session) {
  assert(session.scene && session.beside.scene && "two runs");
  return {.own = name_beside(*session.scene, *session.beside.scene),
          .other = name_beside(*session.beside.scene, *session.scene)};
}

std::vector<std::string> algorithms_beside(const Scene& scene) {
  const Trace& trace = scene.trace();
  std::vector<std::string> names;
  for (const Algorithm* algorithm : algorithms_for(trace.collective.kind)) {
    if (algorithm->name != trace.algorithm && has_switches(trace.topology, *algorithm) &&
        algorithm->supports(trace.collective))
      names.emplace_back(algorithm->name);
  }
  return names;
}

}  // namespace commlab
