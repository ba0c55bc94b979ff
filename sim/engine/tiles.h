#pragma once
// A machine made of equal tiles: the GPUs of one switch, the nodes of a cluster, or the nodes below each leaf
// switch. To swap tiles changes nothing, so where all tiles do the same, it is enough to simulate the first.
//
//   gpu0 gpu1 gpu2 gpu3       node 0 | node 1 | node 2         leaf 0: nodes 0, 1 | leaf 1: nodes 2, 3
//      \  |    |  /               \     |     /                          \           /
//        switch                      one leaf                               spine
//   tiles of 1 GPU             tiles of 1 node                       tiles of 2 nodes
//
// The switch above the tiles is no part of any tile, but each link to it is. All of this is read from the
// topology: equal links have equal ends, widths and latencies.

#include <optional>
#include <vector>

#include "core/collective/collective.h"
#include "core/machine/topology.h"

namespace commlab {

struct Tiles {
  int ranks;  // of a tile
  int count;  // of the tiles in use
  // Per link: the same link in the first tile; no_link for a link that is in none of the tiles in use.
  std::vector<LinkId> in_first;
  static constexpr LinkId no_link = -1;
};

// The smallest tiles of the part with ranks 0..ranks-1 that have a multiple of `repeat` ranks: several GPUs, or
// nodes, where what ranks do repeats only after these. Nothing if it is not made of two such tiles or more.
std::optional<Tiles> equal_tiles(const Topology&, int ranks, int repeat = 1);

}  // namespace commlab
