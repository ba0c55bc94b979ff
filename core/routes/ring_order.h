#pragma once
// A ring is as fast as its narrowest hop. The order of the ranks decides which links the ring uses.
// So on machines whose pairs are wired unequally, the order decides how fast the ring is.

#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/machine/topology.h"

namespace commlab {

inline constexpr int most_ranks_in_ring_search = 9;  // (n-1)! orders are tried

struct RingOrder {
  std::vector<Rank> order;
  Bandwidth narrowest;  // bandwidth of its narrowest hop, each hop alone on its route
};

// Returns an error if two neighbours cannot reach each other.
Result<Bandwidth> narrowest_hop(const Topology&, const std::vector<Rank>& order);

// The widest ring of ranks 0..ranks-1: the first in dictionary order that starts at rank 0.
// REQUIRES: 1 <= ranks <= most_ranks_in_ring_search.
Result<RingOrder> widest_ring(const Topology&, int ranks);

}  // namespace commlab
