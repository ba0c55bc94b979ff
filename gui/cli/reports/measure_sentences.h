#pragma once
// What measured numbers mean, in words for a classroom.

#include <string>

#include "core/experiment/meter.h"

namespace commlab {

// How much of the shorter of copy and computation was hidden behind the longer.
std::string overlap_sentence(const OverlapReport&);
// How many additions were lost without atomics, and how that comes.
std::string atomics_sentence(const AtomicsReport&);

double ns_of_addition(const AtomicsReport&, const AtomicsReport::Row&);

}  // namespace commlab
