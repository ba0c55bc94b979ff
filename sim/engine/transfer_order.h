#pragma once
// The order of the transfers in a Trace.

#include <cstdint>
#include <vector>

#include "core/trace/trace.h"

namespace commlab {

// Sorts by start, then sender, then channel; equal transfers keep their order. Every enabled_by is updated.
// Returns the new place of each transfer, for other data that refers to transfers.
std::vector<std::int32_t> put_in_order(std::vector<Transfer>&);

}  // namespace commlab
