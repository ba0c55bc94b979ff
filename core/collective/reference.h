#pragma once
// What the result must be: the plain result, from the collective's meaning, with the inputs combined in the
// order of the ranks. Every order gives the same bits if exact_in_any_order() says so. (The other reference,
// for rounded sums bit by bit: core/programs/interpret.h.)

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/collective/data_pattern.h"
#include "core/collective/partition.h"

namespace commlab {

// Neighbouring elements of a rank's output that are promised, numbered in the full vector.
struct PromisedRange {
  ElementRange elements;
  KnownValues values;
};
// All that is promised to the rank, in as few ranges as its values allow.
std::vector<PromisedRange> promised(const Collective&, const Partition&, DataPattern, Rank);

// The output that every rank must have, element by element. The bytes of blocks that are not promised are
// poison.
std::vector<Memory> plain_result(const Collective&, const Partition&, DataPattern);

// Compares every promised block. The error gives the first difference in a sentence (rank, block, element,
// found, expected).
Status equal_where_promised(const Collective&, const Partition&, const std::vector<Memory>& found,
                            const std::vector<Memory>& expected);

// One value; poison as "·".
std::string value_to_text(DataType, const std::byte*);
// One line of values, shortened: "[1, 2, 3, ... 1003 values]"; poison as "·".
std::string values_to_text(const Collective&, const Memory&, int most = 12);

}  // namespace commlab
