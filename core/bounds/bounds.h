#pragma once
// A time that no algorithm can beat on this topology, however clever. Two bounds, and the
// larger of them: how far data must travel, and how much must cross the narrowest cut.
//
//   latency:    the largest cheapest-path latency a contribution must travel
//   bandwidth:  broadcast, all_gather, reduce_scatter, reduce by max-flow (ForestColl,
//               arXiv 2402.06787); all_reduce: 2(k-1) S / sum of capacities out of k groups, where
//               switches only pass on; all_to_all, scatter, gather by cuts
//
// If the topology's switches reduce and multicast, the bound is for algorithms that use this:
// an all_reduce of p ranks around one switch can then take S/B instead of 2(p-1)/p S/B.

#include <string>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/machine/link_choice.h"
#include "core/machine/machine.h"

namespace commlab {

struct Bound {
  Time time;  // max of both
  Time latency;
  Time bandwidth;
  std::string limited_by;  // "gpu3 -> nvswitch", or "latency gpu0 -> gpu7"
};

// Counts only the bandwidth and latency of links, not launch or overhead.
// An error where a rank cannot reach another.
Result<Bound> bound(const Collective&, const Topology&, LinkChoice = LinkChoice::all);

}  // namespace commlab
