#pragma once
// What the measured numbers mean, in words for a classroom.

#include <string>

#include "core/experiment/meter.h"

namespace commlab {

// How much of the shorter part (copy or computation) ran while the longer part ran.
std::string overlap_sentence(const OverlapReport&);
// How many additions were lost without atomics, and why.
std::string atomics_sentence(const AtomicsReport&);

double ns_of_addition(const AtomicsReport&, const AtomicsReport::Row&);

}  // namespace commlab
