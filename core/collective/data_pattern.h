#pragma once
// The inputs of a collective, by one of three patterns, and memory as raw bytes.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/collective/known_values.h"
#include "core/collective/partition.h"

namespace commlab {

// Inputs that make an operation testable. ones: every element 1. ranks: rank + 1.
// index: small whole numbers, drawn by a fixed rule from rank and element, so that a wrong block
// shows. Whatever the order of operations, their results are exact in every data type for up to
// 256 ranks (integers: modulo their range): moved elements are 0..127; sums add 0..4, or less
// where 256 / ranks is less (bfloat16 counts to 256); averages of floats start from such numbers
// times the number of ranks; products take 1, -1 and 2, at most six 2s.
//
// Floats of 8 bits count to 16 (e4m3) or 8 (e5m2). For each element of a sum, at most so many ranks bring a
// number, and the others 0; these are other ranks for each element, so that every rank's part is needed
// somewhere. For each element of an average, one rank brings a number, 0..4 times 64, and the others 0: its
// quotient is rounded once, and nothing between is. What is moved, 0..127, is rounded when it is brought; it
// is the rounded number that must arrive, so nothing is lost but that some numbers are alike.
enum class DataPattern : std::uint8_t { ones, ranks, index };
Result<DataPattern> parse_data_pattern(std::string_view);
std::string_view name_of(DataPattern);

// Raw memory of one buffer; its elements have the collective's dtype.
using Memory = std::vector<std::byte>;
inline constexpr std::byte poison{0xAB};  // the value of each byte that was never written

// The pattern as a rule for each element of each rank's input. Inputs of avg are not scaled by it.
InputRule rule_of(const Collective&, DataPattern);
// The elements that `stored` says the rank's input has.
KnownValues input_values(const Collective&, const Partition&, DataPattern, Rank);
std::vector<Memory> make_inputs(const Collective&, const Partition&, DataPattern);

// Whether every order of the operations gives the same result, bit for bit, because no result between is
// rounded.
bool exact_in_any_order(const Collective&, DataPattern);

// How many ranks at most bring something else than 0 to one element.
int most_addends(const Collective&, DataPattern);

// Writes as many of the values as fit.
void write_values(DataType, ReduceOp, std::span<std::byte> memory, const KnownValues&);

}  // namespace commlab
