#pragma once
// The sequential interpretation: the Programs played instruction by instruction on real memory. For floats it
// gives every backend's result, bit for bit.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/error.h"
#include "core/collective/data_pattern.h"
#include "core/programs/programs.h"

namespace commlab {

// Every rank's buffers. In place, `input` is a copy of the memory before the collective.
struct RankBuffers {
  std::vector<Memory> input;   // before
  std::vector<Memory> output;  // after; poison if nothing was written
};

// Runs the programs one instruction at a time, as verify would order them, on real data.
// For programs that verify() accepts. For others, the result is an error or has no meaning.
Result<RankBuffers> interpret(const Programs&, DataPattern);
// The memory that this takes: every rank's buffers, before and after.
Bytes memory_to_interpret(const Programs&);

// An operation that replaces the collective's own: target[i] = with[i] (op) incoming[i], as combine() does.
using CombineElements = std::function<void(std::byte* target, const std::byte* with,
                                           const std::byte* incoming, std::int64_t elements)>;
// The same on given inputs: for each rank, the elements that stored() says its input has.
// REQUIRES: inputs of these sizes, for every rank.
Result<RankBuffers> interpret(const Programs&, std::vector<Memory> inputs, const CombineElements& = {});

}  // namespace commlab
