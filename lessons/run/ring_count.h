#pragma once
// Counts the rings over all GPUs of a machine that have enough bandwidth at every hop. A ring counts once,
// with its mirror image, and wherever it begins: n GPUs have (n - 1)! / 2 rings.

#include <cstdint>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/machine/topology.h"

namespace commlab {

inline constexpr int most_gpus_of_counted_rings = 10;  // 181,440 rings; with one GPU more, ten times as many

// The rings whose hops all have at least this width in both directions; the width of a hop is the bandwidth
// of the narrowest link on its route. An error: the topology has fewer than three GPUs or too many, or there
// is no route between two of them.
Result<std::int64_t> rings_at_least(const Topology&, Bandwidth width);

}  // namespace commlab
