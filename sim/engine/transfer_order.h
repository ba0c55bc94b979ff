#pragma once
// The order in which a Trace has its transfers.

#include <cstdint>
#include <vector>

#include "core/trace/trace.h"

namespace commlab {

// Sorts by start, then sender, then channel; equal ones keep their order. Every enabled_by follows. Returns
// the new place of each transfer, for what else refers to transfers.
std::vector<std::int32_t> put_in_order(std::vector<Transfer>&);

}  // namespace commlab
