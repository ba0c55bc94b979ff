#pragma once
// What an experiment means here: every default filled in, its machine read, its collective checked. No
// algorithm is chosen yet (choice.h).

#include <optional>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/experiment/experiment.h"
#include "core/machine/machine.h"
#include "core/plan/planner.h"
#include "core/schedule/algorithm.h"

namespace commlab {

struct Setup {
  Experiment experiment;           // as asked, defaults filled in
  std::optional<Machine> machine;  // none: this computer, before it was calibrated
  Collective collective;
  Layout layout;  // what algorithms may know of the machine
};

// Unknown machine, too many ranks, sizes that do not fit: an error of one sentence.
Result<Setup> set_up(Experiment, const Planner&);

// What every algorithm knows of a machine: which ranks share a node, and the rings that NCCL would use, else
// rings that share no link. With more ranks than GPUs, only the nodes.
Layout layout_on(const Topology&, int ranks);

}  // namespace commlab
