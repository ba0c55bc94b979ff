#pragma once
// Compares the host's memory with known values.

#include <span>
#include <stop_token>

#include "gpu/deviations.h"

namespace commlab {

// A value may differ by `slack` times the right value. Parts that must have the same values cost little more
// than one. Once a stop is asked for, it ends soon, and the result means nothing.
Deviations compare_on_host(std::span<const PromisedMemory>, DataType, ReduceOp, double slack,
                           const std::stop_token& = {});

}  // namespace commlab
