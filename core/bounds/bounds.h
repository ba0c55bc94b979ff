#pragma once
// A time that no algorithm can beat on this topology: what a call costs before its first message, and then
// the larger of two bounds: how far data must travel, and how much must cross the narrowest cut.
//
//   launch:     what every call costs before its first message
//   latency:    the largest cheapest-path latency a contribution must travel, and what one message costs
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
  enum class Kind : std::uint8_t { nothing_to_move, launch, latency, link, links };
  Kind kind = Kind::nothing_to_move;
  std::string place{};           // "gpu0 -> gpu7" of a latency or a link; "out of gpu0..3" of several links
  bool switches_reduce = false;  // the bound is also for algorithms that let switches reduce
};

struct Bound {
  Time time{};  // launch + max(latency, bandwidth); of calls that overlap, max(launch, bandwidth)
  Time launch{};
  Time latency{};
  Time bandwidth{};
  Bottleneck limited_by{};

  // The launch is a part of its time; not so where calls overlap.
  bool launches_first() const { return launch > Time{} && time > launch && time > bandwidth; }
};

// What calls and messages cost at least, besides the time on the links.
struct LeastCosts {
  Time launch{};                 // of a call, before its first message
  Time message{};                // of a message
  Time message_between_nodes{};  // of one that crosses the network between nodes; >= message
  bool calls_overlap = false;    // one call's data travel while other calls start: only their rate counts
};

// "latency gpu0 -> gpu7", "gpu3 -> nvswitch", "out of gpu0..3, where switches reduce", "nothing to move".
std::string name_of(const Bottleneck&);
// ", where switches reduce", or empty.
std::string_view condition_of(const Bottleneck&);

// Without data to move, nothing is called, and the bound is 0.
// Returns an error if a rank cannot reach another rank.
Result<Bound> bound(const Collective&, const Topology&, LinkChoice = LinkChoice::all, const LeastCosts& = {});

}  // namespace commlab
