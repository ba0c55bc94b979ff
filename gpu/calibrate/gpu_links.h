#pragma once
// How the GPUs that ranks live on are joined, as `machine detect` sees it, and pairs of ranks grouped by the
// kind of link: pairs that are joined in the same way should be equally fast.

#include <string>
#include <utility>
#include <vector>

#include "core/collective/collective.h"
#include "core/machine_text/computer.h"

namespace commlab {

struct GpuLinks {
  // For every two GPUs what nvidia-smi would print: "NV18", "PIX", "SYS"; and "SYS staged" where they do not
  // reach each other's memory, so that copies go through the host. Empty: nothing is known, and all pairs
  // count as alike. Rank r lives on GPU r mod the number of GPUs.
  std::vector<std::vector<std::string>> kinds;

  int gpus() const { return static_cast<int>(kinds.size()); }
};
GpuLinks links_of(const Computer&);

struct PairGroup {
  std::string kind;                          // "NV18"; "one GPU" for ranks on one; empty: all pairs are alike
  std::vector<std::pair<Rank, Rank>> pairs;  // the lower rank first
};
// At least one group. REQUIRES: ranks >= 2.
std::vector<PairGroup> groups_of_pairs(const GpuLinks&, int ranks);

}  // namespace commlab
