#pragma once
// Pairs of ranks that differ: what joins the GPUs of some is slower than what joins others'. A slower kind of
// way becomes a link between the two GPUs' memories, which caps the rate that the fastest pairs have, and
// delays.
//
//   gpu0 -- memory0 ==NV4== memory1 -- gpu1
//              |               |
//             SYS             SYS        ...
//
// Ranks of one GPU share its memory, and so its links.

#include <string>
#include <vector>

#include "core/machine/machine.h"
#include "gpu/gpu_links.h"

namespace commlab {

struct PairFit {
  PairGroup group;
  Bandwidth rate;  // of large messages; of the fastest kind: no limit beyond the machine's own
  Time delay;      // of a message, on top of the machine's own latency
};

// "messages over PIX (0-2)"; "messages" where all pairs are alike.
std::string pair_text(const std::string& what, const PairGroup&, std::size_t pair);

// Ranks, their GPUs' memories, and a link between every two of these.
// REQUIRES: the machine's send rates are known; each group's fit is there.
void place_ranks_on_gpus(Machine&, int ranks, int gpus, const std::vector<PairFit>&);

}  // namespace commlab
