#pragma once
// The shortest time in which all bytes that must cross a narrow place can cross it, with any algorithm.

#include "core/bounds/cuts.h"
#include "core/collective/collective.h"

namespace commlab {

struct BandwidthBound {
  Time time;  // rounded down: a bound never overstates
  Cut cut;    // the narrow place that sets the time
};
// REQUIRES: the collective moves something, and every rank reaches every other it sends to.
BandwidthBound bandwidth_bound(const Collective&, const Fabric&);

}  // namespace commlab
