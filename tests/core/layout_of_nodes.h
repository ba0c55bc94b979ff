#pragma once
// The layout of equal nodes of so many ranks, with the rings that NCCL finds there: they enter every node at
// another rank.

#include "core/routes/nccl_rings.h"
#include "core/schedule/layout.h"

namespace commlab {

inline Layout of_nodes(int nodes, int per_node) {
  Topology topology{.per_node = per_node};
  for (int gpu = 0; gpu < nodes * per_node; ++gpu) topology.add("gpu", NodeType::gpu);
  return {.rings = nccl_rings(topology, nodes * per_node), .per_node = per_node};
}

}  // namespace commlab
