#pragma once
// What an experiment means here: every default filled in, its machine read, its collective checked. No
// algorithm is chosen yet (choice.h).

#include <memory>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/experiment/experiment.h"
#include "core/machine/damage.h"
#include "core/machine/machine.h"
#include "core/nccl/nccl_comm.h"
#include "core/plan/planner.h"
#include "core/programs/budget.h"
#include "core/schedule/algorithm.h"

namespace commlab {

class PlanStore;

// More threads or processes, or memory of a GPU, than a computer may have.
inline constexpr int most_ranks_here = 4096;

struct Setup {
  Experiment experiment;           // as the user asked, with defaults filled in
  std::optional<Machine> machine;  // as damaged as asked; nullopt: this computer, before it was calibrated
  Collective collective;
  Layout layout;                       // what algorithms may know about the machine
  Budget budget;                       // what its programs and their run may cost
  // What NCCL knows of machine and ranks: its search takes long on some machines. Null: found when needed.
  std::shared_ptr<const NcclComm> nccl{};
  std::vector<SlowedLink> slowed{};    // links of the machine that are slower than it says
  std::shared_ptr<PlanStore> plans{};  // keeps its schedules and programs for the next setup; may be null
  std::vector<const Algorithm*> own_algorithms{};  // beside those of the list
};

// An algorithm that is not named is what NCCL does (nccl), where the simulated machine knows the costs of
// NCCL's calls, and nothing says how data travel: no --protocol, --channels, --pieces, --ring, --per-node,
// --route, --link-model, --fused, --streaming or --slots. Else it is auto.
// An error is one sentence: unknown machine, too many ranks, sizes that do not fit.
Result<Setup> set_up(Experiment, const Planner&);

// What every algorithm knows about a machine: which ranks share a node, and the rings that NCCL would use,
// else rings that share no link. If there are more ranks than GPUs, only the nodes. `nccl`: as in Setup.
Layout layout_on(const Machine&, int ranks, const NcclComm* nccl = nullptr);

}  // namespace commlab
