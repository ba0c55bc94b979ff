#pragma once
// The ways that a copy may take on this machine: what --route and --links ask for, or all that there are.

#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/experiment/experiment.h"
#include "core/machine/machine.h"
#include "core/routes/rank_paths.h"

namespace commlab {

// Of a p2p: the one that was asked for, or all that the machine has. Of other collectives, and on a
// machine that is not known or too small: none.
Result<std::vector<RankPath>> paths_of(const Experiment&, const Collective&, const std::optional<Machine>&);

// What a message of a p2p costs beside its bytes.
Time cost_of_a_copy(const Machine&, const Collective&);

// --route staged: from now on every copy on this machine goes through host memory.
Status stage_through_memory(std::optional<Machine>&);

// --links nvlink: a bound over NVLinks alone needs NVLinks that join the ranks.
Status check_links(const Experiment&, const Collective&, const std::optional<Machine>&);

}  // namespace commlab
