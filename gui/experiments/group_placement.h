#pragma once
// Which GPUs of a machine the ranks of a group have, if a job was started as torchrun and mpirun do: rank r
// is on node r / g, and there on GPU r % g, with g GPUs in each node.
//
//   four nodes of eight GPUs     group {8, 9, 10, 11}   ->  gpu0 to gpu3 of one node
//                                group {0, 8, 16, 24}   ->  gpu0 of each node

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/machine/topology.h"

namespace commlab {

// In the order of the group. The nodes of the group are the machine's first ones, so a machine needs only as
// many. An error: it has fewer. REQUIRES: distinct ranks, none below 0.
Result<std::vector<NodeId>> gpus_of_group(const std::vector<Rank>& group, const Topology&,
                                          const std::string& machine);

// "0-7", "0, 8, 16, 24", "0, 8, ..., 248"
std::string group_text(const std::vector<Rank>& group);

}  // namespace commlab
