#pragma once
// In which order the prints of several processes appear. Each process's own lines keep their order; lines of
// several processes at the same time may appear in any order.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/script/run.h"

namespace commlab {

// Sorts by time. At the same time, ranks are shuffled by the seed; without a seed, they are in order. Equal
// seeds give equal orders.
void put_prints_in_order(std::vector<ScriptPrint>&, std::optional<std::uint64_t> seed);

}  // namespace commlab
