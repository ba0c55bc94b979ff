#pragma once
// The routes that a copy may take on this machine: the routes of --route and --links, or all routes.

#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/experiment/experiment.h"
#include "core/machine/machine.h"
#include "core/routes/rank_paths.h"

namespace commlab {

// For a p2p: the path that the user asked for, or all paths that the machine has. Empty for other
// collectives, and if the machine is not known or too small.
Result<std::vector<RankPath>> paths_of(const Experiment&, const Collective&, const std::optional<Machine>&);

// The cost of a message of a p2p besides its bytes.
Time cost_of_a_copy(const Machine&, const Collective&);

// --route staged: from now on every copy on this machine goes through host memory.
Status stage_through_memory(std::optional<Machine>&);

// --links nvlink: a bound over NVLinks alone needs NVLinks that join the ranks.
Status check_links(const Experiment&, const Collective&, const std::optional<Machine>&);

}  // namespace commlab
