#pragma once
// Ways from one GPU to another over GPUs that store and forward. Together they are as wide as the
// narrowest cut between the two, and nothing can be wider (Ford and Fulkerson 1956). Of all such
// sets of ways, this one has the fewest hops.
//
//              gpu7                     two ways, if gpu0 ==> gpu7 is as wide
//           //      \                   as the two links behind it together:
//       gpu0         gpu2                 gpu0 -> gpu7 -> gpu2
//           \\      /                     gpu0 -> gpu7 -> gpu3 -> gpu2
//              ...gpu3
//
// They are found as a flow of least cost, by adding the cheapest way that still has room, which
// may push earlier ways aside (Busacker and Gowen 1960), and then taking the flow apart.

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/machine/topology.h"
#include "core/schedule/layout.h"

namespace commlab {

// The ways from one rank to another over ranks 0..ranks-1: over NVLinks alone if they lead there, else over
// all links. The fewest hops come first, then the widest, then those that leave by the widest link. If GPUs
// forward by themselves, the list has only the GPUs that must store. Empty if no way leads there. REQUIRES:
// from != to, both ranks of the topology.
std::vector<RankPath> disjoint_paths(const Topology&, int ranks, Rank from, Rank to);

// The way that the user wrote: "0-7-2". Returns an error if it does not lead from `from` to the only
// destination of
// the p2p, names a rank twice or a rank that does not exist, or if no route joins two neighbours.
Result<RankPath> path_named(std::string_view text, const Topology&, const Collective& p2p);

// Whether the text looks like such a way: only ranks and dashes, as in "0-7-2".
bool names_a_path(std::string_view text);

}  // namespace commlab
