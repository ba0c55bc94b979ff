#pragma once
// The inputs of a collective, by one of three patterns, and memory as raw bytes.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/collective/partition.h"

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

// Raw memory of one buffer; its elements have the collective's dtype.
using Memory = std::vector<std::byte>;
inline constexpr std::byte poison{0xAB};  // the value of each byte that was never written

// An element of the rank's input, numbered in the full vector.
std::int64_t input_element(const Collective&, DataPattern, Rank, std::int64_t element);
// Fills the elements that `stored` says each rank's input has. Inputs of avg are not scaled here.
std::vector<Memory> make_inputs(const Collective&, const Partition&, DataPattern);

}  // namespace commlab
