#pragma once
// A time that no algorithm can beat on this topology. It is the larger of two bounds: how far data must
// travel, and how much must cross the narrowest cut.
//
//   latency:    the largest cheapest-path latency a contribution must travel
//   bandwidth:  broadcast, all_gather, reduce_scatter, reduce by max-flow (ForestColl,
//               arXiv 2402.06787); all_reduce: 2(k-1) S / sum of capacities out of k groups, where
//               switches only pass on; all_to_all, scatter, gather by cuts; of an all_to_all with uneven
//               counts, what they send over each cut
//
// If the topology's switches reduce and multicast, the bound is for algorithms that use this:
// an all_reduce of p ranks around one switch can then take S/B instead of 2(p-1)/p S/B.

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/machine/link_choice.h"
#include "core/machine/machine.h"

namespace commlab {

// The links that set a bound.
struct Bottleneck {
  enum class Kind : std::uint8_t { nothing_to_move, latency, link, links };
  Kind kind = Kind::nothing_to_move;
  std::string place{};           // "gpu0 -> gpu7" of a latency or a link; "out of gpu0..3" of several links
  bool switches_reduce = false;  // the bound is also for algorithms that let switches reduce
};

struct Bound {
  Time time{};  // the larger of the two bounds
  Time latency{};
  Time bandwidth{};
  Bottleneck limited_by{};
};

// "latency gpu0 -> gpu7", "gpu3 -> nvswitch", "out of gpu0..3, where switches reduce", "nothing to move".
std::string name_of(const Bottleneck&);
// ", where switches reduce", or empty.
std::string_view condition_of(const Bottleneck&);

// Counts only the bandwidth and latency of links, not launch or overhead.
// Returns an error if a rank cannot reach another rank.
Result<Bound> bound(const Collective&, const Topology&, LinkChoice = LinkChoice::all);

}  // namespace commlab
