#pragma once
// When a result of a library's own collective counts as correct. Collectives that only move blocks, that
// combine whole numbers, or that take the minimum or maximum must equal the plain result bit for bit. Sums
// and products of floats have no promised order. An average differs from ours in the last bits: NCCL
// multiplies each input by 1/ranks, rounded, and adds (ncclAvg; for whole numbers it adds, and divides at the
// end), where ours divides. On data whose sums are exact in any order (core/collective/reference.h: index)
// and with a power of two of ranks, even averages agree. Otherwise each value may differ by the rounding of
// ranks + 2 operations.

#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/collective/data_pattern.h"

namespace commlab {

// Whether for every promised value |found - expected| <= (ranks + 2) * epsilon * |expected|, where epsilon is
// the distance from 1 to the next number of the type. REQUIRES: the type is a float.
Status nearly_equal_where_promised(const Collective&, const Partition&, const std::vector<Memory>& found,
                                   const std::vector<Memory>& expected);

// Whether a correct result may differ from the reference in its bits.
bool may_round_differently(const Collective&);

}  // namespace commlab
