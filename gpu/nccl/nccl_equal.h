#pragma once
// When NCCL's own result counts as right. Whatever moves blocks, and whatever combines whole numbers, or
// takes the least or largest, must equal the plain result bit for bit. Sums and products of floats are
// promised in no order, and an average is not ours to the last bit: NCCL multiplies each input by 1/ranks,
// rounded, and adds (its ncclAvg; whole numbers it adds, and divides at the end), where ours divides. On data
// whose sums are exact in any order (core/collective/reference.h: index) and a power of two of ranks even these agree;
// else each value may be off by the rounding of ranks + 2 operations.

#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/collective/data_pattern.h"

namespace commlab {

// Of every promised value: |found - expected| <= (ranks + 2) * epsilon * |expected|, with epsilon the
// distance from 1 to the next number of the type. REQUIRES: floats.
Status nearly_equal_where_promised(const Collective&, const Partition&, const std::vector<Memory>& found,
                                   const std::vector<Memory>& expected);

// Whether bits may differ from the reference's though nothing is wrong.
bool may_round_differently(const Collective&);

}  // namespace commlab
