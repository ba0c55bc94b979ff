#pragma once
// The shortest time in which the first byte of the farthest contribution can arrive, with any algorithm: the
// latencies of the cheapest way, and what one message costs at least.

#include "core/base/error.h"
#include "core/bounds/cuts.h"
#include "core/collective/collective.h"

namespace commlab {

struct LatencyBound {
  Time time;
  Rank from = 0;
  Rank to = 0;
};
// An error if a rank cannot reach another that it sends to. With more than 32 ranks, it looks only at some
// pairs that are far apart, and checks that all ranks are joined. The bound may then be smaller; it stays valid.
Result<LatencyBound> latency_bound(const Collective&, const Fabric&, const LeastCosts& = {});

}  // namespace commlab
