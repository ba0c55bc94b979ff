#pragma once
// A schedule run backwards: senders become receivers, the last step comes first, and what was copied is
// added up. A tree that carries the root's vector to all ranks carries, backwards, the sum of all ranks
// to the root.
//
//   broadcast <-> reduce      all_gather <-> reduce_scatter      scatter <-> gather
//
// The same bytes cross the same links against the arrow in as many steps (Chan, Heimlich,
// Purkayastha, van de Geijn, 2007, section 3.1: duality).

#include "core/schedule/algorithm.h"
#include "core/schedule/schedule.h"

namespace commlab {

// The kind that is done by running this one backwards. REQUIRES: it has one.
CollectiveKind opposite(CollectiveKind);
bool has_opposite(CollectiveKind);

// The buffers are chosen anew: a rank begins with its input, keeps in scratch what has no place in its
// output, and copies together what must be contiguous. Steps without transfers are left out. What
// tiles do alike, they do alike backwards. REQUIRES: reversible(schedule).
Schedule reverse(const Schedule&);

// Whether the schedule can be run backwards: its kind has an opposite, and every block travels along a tree.
// That is, a copy comes to a rank once, a sum leaves a rank once, each block lands in the place it came from,
// and nothing is done to a group's memory.
bool reversible(const Schedule&);

// Writes into `s` the reverse of what the algorithm writes, with the same cuts and notes.
// REQUIRES: an empty schedule of the opposite kind; what the algorithm writes is reversible.
void write_backwards(Schedule& s, const Algorithm& forwards);

// The same as a function for Algorithm::write:
//
//   .write = backwards<broadcast_binomial>
template <const Algorithm& forwards>
void backwards(Schedule& s) {
  write_backwards(s, forwards);
}

}  // namespace commlab
