#pragma once
// Pairs of ranks that differ in speed, because their GPUs are joined in different ways. Each slower way
// becomes a link between the memories of two GPUs, with a lower rate and a delay.
//
//   gpu0 -- memory0 ==NV4== memory1 -- gpu1
//              |               |
//             SYS             SYS        ...
//
// Ranks on one GPU share its memory, and so its links.

#include <string>
#include <vector>

#include "core/machine/machine.h"
#include "gpu/calibrate/gpu_links.h"

namespace commlab {

struct PairFit {
  PairGroup group;
  Bandwidth rate;  // rate of large messages; the fastest pairs have no limit below the machine's own rate
  Time delay;      // delay of each message, in addition to the machine's latency
};

// "messages over PIX (0-2)"; "messages" if all pairs are alike.
std::string pair_text(const std::string& what, const PairGroup&, std::size_t pair);

// Adds the ranks, the memories of their GPUs, and a link between every two memories.
// REQUIRES: the machine's send rates are known; there is at least one GPU, and a fit for each group of pairs.
void place_ranks_on_gpus(Machine&, int ranks, int gpus, const std::vector<PairFit>&);

}  // namespace commlab
