#include "gui/experiments/backend_setups.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace commlab {
namespace {

Status can_be_compared(BackendName name, const Tools& tools) {
  const Backend& backend = tools.backend(name);
  if (backend.models)
    return fail("--on {}: compare needs a backend that measures; try --on host", name_of(name));
  if (const Status is_ready = ready(backend); !is_ready)
    return fail(is_ready.error().fault, "--on {}: {}", name_of(name), is_ready.error().message);
  return {};
}

Status can_be_compared(const std::vector<BackendName>& backends, const Tools& tools) {
  for (auto name = backends.begin(); name != backends.end(); ++name) {
    if (std::find(backends.begin(), name, *name) != name)
      return fail("--on: {} is named twice; once is enough", name_of(*name));
    if (const Status can = can_be_compared(*name, tools); !can) return can;
  }
  return {};
}

// "mpi" is mpi's own algorithm, too; "nccl" is NCCL's choice in simulation.
bool is_of_a_library(const std::string& name) { return name == "native" || name == "mpi"; }

// Picks the algorithms that this backend runs from the list that was named for all backends.
Result<std::string> algorithms_of(const Backend& backend, const std::string& list) {
  std::vector<std::string> names = algorithms_named(list);
  const bool of_libraries = std::ranges::any_of(
      names, [](const std::string& name) { return is_of_a_library(name) || name == "all"; });
  if (backend.native) return of_libraries ? list : "native";
  std::erase_if(names, is_of_a_library);
  if (names.empty())
    return fail(
        "--algorithm {}: {} has no collectives of its own; name an algorithm for it, too: native,ring", list,
        name_of(backend.name));
  return fmt::format("{}", fmt::join(names, ","));
}

Result<Experiment> experiment_on(const Backend& backend, Experiment experiment,
                                 const std::vector<BackendName>& all) {
  experiment.on = backend.name;
  if (all.size() == 1) return experiment;
  const Result<std::string> algorithms = algorithms_of(backend, experiment.algorithm);
  if (!algorithms) return tl::unexpected(algorithms.error());
  experiment.algorithm = *algorithms;
  // If cuda takes part, --copy is meant for cuda alone: all other backends keep the default.
  if (backend.name != BackendName::cuda && std::ranges::count(all, BackendName::cuda) > 0)
    experiment.copy = Experiment{}.copy;
  return experiment;
}

// If one backend's ranks are launched processes, every backend gets that number of ranks.
std::optional<int> ranks_launched(const std::vector<BackendName>& backends, const Tools& tools) {
  for (const BackendName name : backends)
    if (const auto launched = tools.backend(name).launched) return launched;
  return std::nullopt;
}

}  // namespace

Result<std::vector<Setup>> backend_setups(const Experiment& asked, const std::vector<BackendName>& backends,
                                          const Tools& tools) {
  assert(!backends.empty() && "at least one backend");
  if (const Status can = can_be_compared(backends, tools); !can) return tl::unexpected(can.error());
  Experiment shared = asked;
  if (!shared.ranks) shared.ranks = ranks_launched(backends, tools);
  std::vector<Setup> setups;
  for (const BackendName name : backends) {
    Result<Setup> setup = experiment_on(tools.backend(name), shared, backends).and_then([&](Experiment one) {
      return set_up(std::move(one), tools.planner());
    });
    if (!setup) return tl::unexpected(setup.error());
    shared.machine = setup->experiment.machine;
    shared.ranks = setup->experiment.ranks;
    setups.push_back(*std::move(setup));
  }
  return setups;
}

std::vector<std::string> algorithms_named(const std::string& list) {
  if (list.find(':') != list.npos) return {list};
  std::vector<std::string> names;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    names.push_back(list.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

}  // namespace commlab
