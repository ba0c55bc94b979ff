#pragma once
// The shortest time in which the first byte of the farthest contribution can arrive, with any algorithm.

#include "core/base/error.h"
#include "core/bounds/cuts.h"
#include "core/collective/collective.h"

namespace commlab {

struct LatencyBound {
  Time time;
  Rank from = 0;
  Rank to = 0;
};
// An error if a rank cannot reach another that it sends to. Beyond 32 ranks only some pairs are looked at,
// far apart, and that all ranks are joined: the bound is smaller, and still valid.
Result<LatencyBound> latency_bound(const Collective&, const Fabric&);

}  // namespace commlab
