// The circulant reduce-scatter, then the circulant all-gather, which is the same backwards.
//
//   p = 5, rank r:    reduce-scatter                            all-gather
//                     to r+3: r+3 r+4, to r+2: r+2, to r+1: r+1 | to r-1: r, to r-2: r, to r-3: r r+1
//
// Cost: 2 ceil(log2 p) alpha + 2(p-1)/p S beta + (p-1)/p S gamma: what halving and doubling costs on
// a power of two, for every p.
#include "core/algorithm.h"
#include "core/circulant.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  s.cut_into(s.ranks());
  const Group ring = s.everyone();
  const std::vector<int> distances = circulant_distances(s.ranks());

  s.phase("reduce-scatter");
  for (std::size_t round = 0; round + 1 < distances.size(); ++round) {
    const auto [in_play, distance] = std::pair(distances[round], distances[round + 1]);
    const Buffer sums = round == 0 ? Buffer::input : Buffer::output;
    s.next_step();
    if (round == 0 && s.ranks() % 2 == 1)  // the middle block, to which nobody adds
      s.every(ring, {.to = shift(0), .block = shift(distance - 1), .from = Buffer::input});
    s.every(ring, {.to = shift(distance),
                   .block = shift(distance),
                   .blocks = in_play - distance,
                   .combine = Combine::reduce,
                   .from = sums,
                   .with = sums});
  }

  s.phase("all-gather");
  for (std::size_t round = distances.size() - 1; round > 0; --round) {
    const auto [distance, then] = std::pair(distances[round], distances[round - 1]);
    s.next_step();
    s.every(ring, {.to = shift(-distance), .block = shift(0), .blocks = then - distance});
  }
}

}  // namespace

extern constinit const Algorithm all_reduce_circulant = {
    .name = "circulant",
    .collective = CollectiveKind::all_reduce,
    .idea = "Halve and add by distances that suit every number of ranks, then all the way back.",
    .cost = "2 ceil(log2 p) alpha + 2(p-1)/p S beta + (p-1)/p S gamma",
    .source =
        "Traeff, Optimal, non-pipelined reduce-scatter and allreduce algorithms, 2025, doi 10.34726/10760",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
