#pragma once
// The trace of a few ranks, from the record of a run in which the first tile stood for all (sim/engine/tiles.h).
//
// All tiles do the same at the same times. So what a rank of another tile does is what the rank at the same
// place of the first tile did; and a message that arrives from elsewhere left its sender when the first tile
// sent the same message.

#include "core/programs/programs.h"
#include "core/trace/trace.h"
#include "sim/engine/placement.h"
#include "sim/engine/tiles.h"

namespace commlab {

// The n-th group: a tile, or several small tiles with up to eight ranks together. All groups have equally many
// ranks. The last one if there are fewer.
RankRange group_of_ranks(const Tiles&, int n);

// `first`: the record of the first tile, in the order in which its transfers began; its route i is that of
// lane i of the placement. The new trace is not in order. REQUIRES: the group is one of group_of_ranks().
Trace trace_of_group(const Trace& first, const Programs&, const Placement&, const Tiles&, RankRange group);

}  // namespace commlab
