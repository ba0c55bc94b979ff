#pragma once
// When a result of a library's own collective counts as correct. Collectives that only move blocks, that
// combine whole numbers, or that take the minimum or maximum must equal the plain result bit for bit. Sums
// and products of floats have no promised order. An average differs from ours in the last bits: NCCL
// multiplies each input by 1/ranks, rounded, and adds (ncclAvg; for whole numbers it adds, and divides at the
// end), where ours divides. On data whose sums are exact in any order (exact_in_any_order()) and with a power
// of two of ranks, even averages agree. Otherwise each value may differ by the rounding of ranks + 2
// operations.

#include "core/collective/collective.h"

namespace commlab {

// The most that |found - expected| may be, as a share of |expected|: (ranks + 2) * epsilon, where epsilon is
// the distance from 1 to the next number of the type; 0 if the bits must be equal.
double library_slack(const Collective&);

}  // namespace commlab
