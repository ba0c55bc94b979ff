#pragma once
// How long the first byte of the farthest contribution is under way, whatever the algorithm.

#include "core/base/error.h"
#include "core/bounds/cuts.h"
#include "core/collective/collective.h"

namespace commlab {

struct LatencyBound {
  Time time;
  Rank from = 0;
  Rank to = 0;
};
// An error where a rank cannot reach another it sends to. Beyond 32 ranks not every pair is
// looked at, only that all are joined, and some that are far apart: a smaller, valid bound.
Result<LatencyBound> latency_bound(const Collective&, const Fabric&);

}  // namespace commlab
