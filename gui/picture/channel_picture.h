#pragma once
// NCCL's rings, trees and NVLS heads as a picture: a circle of the GPUs for each way that channels take.
//
//   Ring, as NCCL chose: 12 channels of 30GB/s (NVL)
//
//     channels 0..11          A ring's hops are arrows; a tree's are lines, since sums come up and results go
//          0 -> 1             down. Between nodes, a box is the NIC over which a channel comes in or leaves.
//          ^    v             The heads of NVLS share one circle.
//          3 <- 2
//
// Channels with the same way share a circle. The same graphs give the same picture.

#include <span>
#include <string>

#include "core/published/nccl_graph_dump.h"

namespace commlab {

struct TitledGraph {
  std::string title;
  DumpedGraph graph;
};

std::string to_svg(std::span<const TitledGraph>);

}  // namespace commlab
