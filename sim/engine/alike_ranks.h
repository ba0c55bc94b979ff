#pragma once
// Ranks that do the same at the same moments, whatever their algorithm claims: the GPUs that have the same
// place in their nodes' rails, the channels of a tree that begin at another GPU each. One rank of each kind
// is simulated, and what it moves crosses a link as often as all ranks of its kind cross it.
//
//   node 0   gpu0 gpu1      gpu0 and gpu1 do the same, so do gpu2 and gpu3: gpu0 and gpu2 are simulated.
//             |    |        The port into the switch that a load of gpu0 crosses once, gpu1's load crosses,
//   node 1   gpu2 gpu3      too: there it counts twice.
//
// Two lanes are alike if their instructions have the same bytes, costs and dependencies on lanes that are
// alike, if they send to, receive from and meet lanes that are alike, and if they cross, and are posted to,
// links that are alike; and two links are alike if they are equal and lanes that are alike cross them, and
// post there, equally often. This is the coarsest stable colouring, found by colour refinement (Berkholz,
// Bonsma, Grohe, Tight lower and upper bounds for the complexity of canonical colour refinement, 2017).
// Max-min fair shares of such a colouring are equal within each colour, so every time is the one that all
// ranks together would take.

#include <optional>
#include <vector>

#include "sim/engine/placement.h"
#include "sim/engine/run_setting.h"

namespace commlab {

struct AlikeRanks {
  Placement placement;            // of the first rank of each kind
  std::vector<LinkId> simulated;  // per link: the one that stands for it
};

// Nothing if fewer than half of the ranks are spared, or if to find it could take as long as to simulate all.
// REQUIRES: every rank is placed; no faults; links are not fifo, and ranks share no processors and no memory.
std::optional<AlikeRanks> alike_ranks(const RunSetting&);

}  // namespace commlab
