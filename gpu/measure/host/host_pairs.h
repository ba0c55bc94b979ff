#pragma once
// Copies between every two processors, as the executor does them for ranks: the sender copies a message
// into a slot, the receiver copies it out. Two processors that share a cache hand small messages over faster.

#include "core/experiment/meter.h"

namespace commlab {

// Only the first `most_places` processors are paired.
inline constexpr int most_places = 16;
Result<PairReport> host_pairs(const MeterSettings&);

}  // namespace commlab
