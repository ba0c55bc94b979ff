#pragma once
// NCCL's CollNet: each rank of a node sums a block over the node, the switches of the network sum it over all
// nodes (SHARP), and the node's ranks share the sums.
//
//              block 0   block 1                          g = 2 ranks per node, n = 3 nodes
//   node 0:    rank 0 -- rank 1      reduce-scatter and, at the end, all-gather: along rows
//                |         |
//   node 1:    rank 2 -- rank 3      all-reduce in the network: down columns, all at once
//                |         |
//   node 2:    rank 4 -- rank 5

#include <string_view>

#include "core/schedule/algorithm.h"

namespace commlab {

inline constexpr int most_ranks_of_collnet = 4096;  // each has a program of its own
inline bool has_nodes_for_collnet(const Collective& c) { return c.ranks <= most_ranks_of_collnet; }
inline constexpr std::string_view needs_of_collnet = "up to 4096 ranks";

// `within`: an all_gather of a node's ranks, whose reduce-scatter is the same backwards. Each block goes in
// so many rounds: while one is in the network, a node sums the next one and shares the one before.
void write_collnet(Schedule&, const Algorithm& within, int rounds);

}  // namespace commlab
