#pragma once
// How many different rings over all GPUs of a machine are wide enough at every hop. A ring and its mirror
// image are one, and it does not matter where it begins: n GPUs have (n - 1)! / 2 rings.

#include <cstdint>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/machine/topology.h"

namespace commlab {

inline constexpr int most_gpus_of_counted_rings = 10;  // 181 440 rings; one GPU more, ten times as many

// Of those whose hops all have at least this width, there and back: the narrowest link on the way. An error
// where the topology has fewer than three GPUs or too many, or where no way leads from one to another.
Result<std::int64_t> rings_at_least(const Topology&, Bandwidth width);

}  // namespace commlab
