#pragma once
// The layout of equal nodes of so many ranks, with the rings that NCCL finds there: they enter every node at
// another rank.

#include "core/routes/nccl_rings.h"
#include "core/schedule/layout.h"

namespace commlab {

inline Layout of_nodes(int nodes, int per_node) {
  const Topology topology{.gpus = nodes * per_node, .per_node = per_node};
  return {.rings = nccl_rings(topology, nodes * per_node), .per_node = per_node};
}

}  // namespace commlab
