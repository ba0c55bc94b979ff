#pragma once
// What joins the GPUs that ranks live on, as `machine detect` sees it, and the pairs of ranks by it: those
// joined by one kind of way are expected to be alike.

#include <string>
#include <utility>
#include <vector>

#include "core/collective/collective.h"
#include "core/machine_text/computer.h"

namespace commlab {

struct GpuLinks {
  // Rank r lives on GPU r mod their number. Of two GPUs what nvidia-smi would print: "NV18", "PIX", "SYS",
  // and "SYS staged" where neither reaches the other's memory, so that copies go through the host's. Empty:
  // nothing is known, and all pairs are taken for alike.
  std::vector<std::vector<std::string>> kinds;

  int gpus() const { return static_cast<int>(kinds.size()); }
};
GpuLinks links_of(const Computer&);

struct PairGroup {
  std::string kind;                          // "NV18"; of ranks on one GPU "one GPU"; empty: all are alike
  std::vector<std::pair<Rank, Rank>> pairs;  // the lower rank first
};
// At least one group. REQUIRES: ranks >= 2.
std::vector<PairGroup> groups_of_pairs(const GpuLinks&, int ranks);

}  // namespace commlab
