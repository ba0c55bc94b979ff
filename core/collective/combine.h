#pragma once
// Applies every ReduceOp to every DataType, for the reference and for all backends on the host. The compiler
// can vectorise the loops.

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/collective/collective.h"
#include "core/collective/data_type.h"

namespace commlab {

// target[i] = with[i] (op) incoming[i]. target may be `with` or `incoming`, no other overlap.
// Floats of 16 and 8 bits combine in float32 and round to nearest even; integers wrap around;
// min and max keep `with` unless `incoming` is truly smaller, or larger (so a NaN in `with` stays);
// avg adds: scale_input and scale_output do the rest.
void combine(DataType, ReduceOp, std::byte* target, const std::byte* with, const std::byte* incoming,
             std::int64_t elements);

// For avg. Floats are divided by the number of ranks before anything moves, and each is rounded once in its
// type; integers are divided at the end, towards zero. For other ops, and for collectives that do not reduce,
// the functions change nothing.
void scale_input(const Collective&, std::span<std::byte> memory);
void scale_output(const Collective&, std::span<std::byte> memory);

// Element i as a double, and back (rounded to nearest even; integers wrap).
double element(DataType, const std::byte* memory, std::int64_t i);
void set_element(DataType, std::byte* memory, std::int64_t i, double value);

}  // namespace commlab
