// The circulant reduce-scatter backwards: every round about doubles the distance, and with it the
// number of blocks that a rank has.
//
//   p = 5, rank r:    has r
//   round 0, b = 1:   sends r       to r-1:   has r  r+1
//   round 1, b = 2:   sends r       to r-2:   has r  r+1  r+2
//   round 2, b = 3:   sends r  r+1  to r-3:   has r  r+1  r+2  r+3  r+4
//
// Cost: ceil(log2 p) alpha + (p-1)/p S beta: the fewest rounds and the least traffic, for every p.
#include "core/algorithms/parts/circulant.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ring = s.everyone();
  const std::vector<int> distances = circulant_distances(s.ranks());
  for (std::size_t round = distances.size() - 1; round > 0; --round) {
    const auto [distance, then] = std::pair(distances[round], distances[round - 1]);
    s.next_step();
    if (distance == 1) s.every(ring, {.to = shift(0), .block = shift(0), .from = Buffer::input});
    s.every(ring, {.to = shift(-distance),
                   .block = shift(0),
                   .blocks = then - distance,
                   .from = distance == 1 ? Buffer::input : Buffer::output});
  }
}

}  // namespace

extern constinit const Algorithm all_gather_circulant = {
    .name = "circulant",
    .collective = CollectiveKind::all_gather,
    .idea = "Every round about doubles the distance and what a rank has, for any number of ranks.",
    .cost = "ceil(log2 p) alpha + (p-1)/p S beta",
    .source =
        "Traeff, Optimal, non-pipelined reduce-scatter and allreduce algorithms, 2025, doi 10.34726/10760",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
