#pragma once
// Rings over all ranks that share no link: as many as the wiring between GPUs gives, so that each
// can carry its share of the vector at full speed. On a hybrid cube mesh of six links per GPU there
// are six rings: three, each in both directions.
//
//   every ring leaves and enters every GPU once: there are no more rings than the fewest links
//   that leave, or enter, any GPU
//
// Four GPUs wired all to all have two rings that share no link, not three. If every link is a bundle of an
// even number of NVLinks, rings over halves of links may be better: these four GPUs have six rings, over half
// a link each, which use all links.
//
// Finding Hamiltonian cycles is hard in general. Here a depth-first search with a fixed number of tries is
// enough; it finds the same on every computer. (NCCL searches likewise, with a limit of time:
// src/graph/search.cc.)

#include <vector>

#include "core/collective/collective.h"
#include "core/machine/topology.h"

namespace commlab {

inline constexpr int most_ranks_of_disjoint_rings = 64;

// Directed rings over ranks 0..ranks-1, each beginning at rank 0, over direct links between GPUs; over
// NVLinks alone if there are any. A link of k times the narrowest one's bandwidth counts as k, and its halves
// as 2 k if that gives more rings. Empty if no ring is found, or if ranks > most_ranks_of_disjoint_rings.
std::vector<std::vector<Rank>> disjoint_rings(const Topology&, int ranks);

}  // namespace commlab
