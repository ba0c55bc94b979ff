#include "core/routes/ring_order.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "core/base/index.h"
#include "core/routes/router.h"

namespace commlab {
namespace {

// How wide the way from every rank to every other is, row by row; 0 where there is none.
std::vector<Bandwidth> widths_between(const Topology& topology, int ranks) {
  Router router(topology);
  std::vector<Bandwidth> widths;
  for (Rank from = 0; from < ranks; ++from)
    for (Rank to = 0; to < ranks; ++to) {
      const auto route = router.route(from, to);
      Bandwidth narrowest{route ? INT64_MAX : 0};
      for (const LinkId link : route.value_or(std::vector<LinkId>{}))
        narrowest = std::min(narrowest, topology.links[link].bandwidth);
      widths.push_back(narrowest);
    }
  return widths;
}

Bandwidth narrowest_of(const std::vector<Bandwidth>& widths, const std::vector<Rank>& order) {
  const std::size_t n = order.size();
  Bandwidth narrowest{INT64_MAX};
  for (std::size_t i = 0; i < n; ++i)
    narrowest = std::min(narrowest, widths[index(order[i]) * n + index(order[(i + 1) % n])]);
  return narrowest;
}

tl::unexpected<Error> cannot_reach() { return fail("two neighbours of the ring cannot reach each other"); }

}  // namespace

Result<Bandwidth> narrowest_hop(const Topology& topology, const std::vector<Rank>& order) {
  const Bandwidth narrowest = narrowest_of(widths_between(topology, static_cast<int>(order.size())), order);
  if (narrowest == Bandwidth{}) return cannot_reach();
  return narrowest;
}

Result<RingOrder> widest_ring(const Topology& topology, int ranks) {
  assert(1 <= ranks && ranks <= most_ranks_in_ring_search);
  const std::vector<Bandwidth> widths = widths_between(topology, ranks);
  std::vector<Rank> order(index(ranks));
  std::iota(order.begin(), order.end(), 0);
  RingOrder best{order, narrowest_of(widths, order)};
  while (std::next_permutation(order.begin() + 1, order.end())) {
    const Bandwidth narrowest = narrowest_of(widths, order);
    if (narrowest > best.narrowest) best = {order, narrowest};
  }
  if (best.narrowest == Bandwidth{}) return cannot_reach();
  return best;
}

}  // namespace commlab
