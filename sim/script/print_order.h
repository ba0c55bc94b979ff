#pragma once
// In which order the prints of several processes come out, where they print at the same time: each process's
// own lines in their order, and otherwise any.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/script/run.h"

namespace commlab {

// By time; at the same time shuffled by the seed, or without one by rank. Equal seeds give equal orders.
void put_prints_in_order(std::vector<ScriptPrint>&, std::optional<std::uint64_t> seed);

}  // namespace commlab
