#pragma once
// The one meaning of every ReduceOp on every DataType, for the reference and for every
// backend on the host. Loops the compiler can vectorise.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/collective.h"
#include "core/data_type.h"

namespace commlab {

// target[i] = with[i] (op) incoming[i]. target may be `with` or `incoming`, no other overlap.
// float16 and bfloat16 combine in float32 and round to nearest even; integers wrap around;
// avg adds: scale_input and scale_output do the rest.
void combine(DataType, ReduceOp, std::byte* target, const std::byte* with, const std::byte* incoming,
             std::int64_t elements);

// avg: floats are multiplied by 1/n before anything moves; integers are divided by n at the end,
// towards zero. Other ops: nothing.
void scale_input(const Collective&, std::vector<std::byte>& memory);
void scale_output(const Collective&, std::vector<std::byte>& memory);

// Element i as a double, and back (rounded to nearest even; integers wrap).
double element(DataType, const std::byte* memory, std::int64_t i);
void set_element(DataType, std::byte* memory, std::int64_t i, double value);

}  // namespace commlab
