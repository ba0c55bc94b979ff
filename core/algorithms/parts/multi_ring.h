#pragma once
// The ring algorithms on several rings at once: every block is split into as many shares as there are rings
// (core/routes/nccl_rings.h, disjoint_rings.h), and each share goes round a ring of its own.

#include "core/schedule/concat.h"

namespace commlab {

struct Algorithm;

// Splits the schedule into one share for each ring, and notes the rings in the schedule. If no rings are
// known, the ranks form one ring, in the layout's order.
std::vector<std::vector<Rank>> split_over_rings(Schedule&);

// The ring algorithm once for each ring, side by side.
void on_every_ring(Schedule&, const Algorithm& ring, const std::vector<std::vector<Rank>>& rings, BuffersIn);

}  // namespace commlab
