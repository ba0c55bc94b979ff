#pragma once
// The order in which the prints of several processes appear. Each process's own lines keep their order; lines
// that different processes print at the same time may appear in any order.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/script/run.h"

namespace commlab {

// Sorts by time. Prints of the same time are shuffled with the seed; without a seed, they are in order of
// rank. Equal seeds give equal orders.
void put_prints_in_order(std::vector<ScriptPrint>&, std::optional<std::uint64_t> seed);

}  // namespace commlab
