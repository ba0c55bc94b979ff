#pragma once
// What the result must be, told twice: the plain result, from the collective's meaning on
// data that any order of additions gets exactly; and the sequential interpretation of the
// Programs, which for floats gives every backend's result bit for bit.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/collective/partition.h"
#include "core/programs/programs.h"

namespace commlab {

// Inputs that make an operation testable. ones: every element 1. ranks: rank + 1.
// index: small whole numbers, drawn by a fixed rule from rank and element, so that a wrong block
// shows. Whatever the order of operations, their results are exact in every data type for up to
// 256 ranks (integers: modulo their range): moved elements are 0..127; sums add 0..4, or less
// where 256 / ranks is less (bfloat16 counts to 256); averages of floats start from such numbers
// times the number of ranks; products take 1, -1 and 2, at most six 2s.
enum class DataPattern : std::uint8_t { ones, ranks, index };
Result<DataPattern> parse_data_pattern(std::string_view);
std::string_view name_of(DataPattern);

// Raw memory of one buffer; elements() typed by the collective's dtype.
using Memory = std::vector<std::byte>;
inline constexpr std::byte poison{0xAB};  // each byte that nobody ever wrote

// Every rank's buffers. In place, `input` is a copy of what was there before.
struct RankBuffers {
  std::vector<Memory> input;   // before
  std::vector<Memory> output;  // after; poison where nothing was written
};

// An element of the rank's input, numbered in the full vector.
std::int64_t input_element(const Collective&, DataPattern, Rank, std::int64_t element);
// Fills what `stored` says each rank's input has; avg inputs are not pre-scaled here.
std::vector<Memory> make_inputs(const Collective&, const Partition&, DataPattern);

// The output every rank must have, element by element; bytes of unpromised blocks are poison.
std::vector<Memory> plain_result(const Collective&, const Partition&, DataPattern);

// Runs the programs one instruction at a time, as verify would order them, on real data.
// REQUIRES: verify(programs).
Result<RankBuffers> interpret(const Programs&, DataPattern);

// What combining means, where it is not the collective's own op: target[i] = with[i] (op) incoming[i], as
// combine() has it.
using CombineElements = std::function<void(std::byte* target, const std::byte* with,
                                           const std::byte* incoming, std::int64_t elements)>;
// The same on inputs that are given: of each rank, the elements that stored() says its input has.
// REQUIRES: verify(programs), inputs of these sizes.
Result<RankBuffers> interpret(const Programs&, std::vector<Memory> inputs, const CombineElements& = {});

// Compares every promised block; the first difference as a sentence (rank, block, element, found, expected).
Status equal_where_promised(const Collective&, const Partition&, const std::vector<Memory>& found,
                            const std::vector<Memory>& expected);

// One line of values, shortened: "[1, 2, 3, ... 1003 values]"; poison as "·".
std::string values_to_text(const Collective&, const Memory&, int most = 12);

}  // namespace commlab
