// Every round halves the distance and the number of blocks in play: the rank that is `b` ahead takes over
// the sums of the far blocks. A rank counts blocks from its own, which is block 0.
//
//   p = 5, rank r:    has sums for r  r+1  r+2  r+3  r+4
//   round 0, b = 3:   sends                     r+3  r+4   to r+3, where they are blocks 0 and 1
//   round 1, b = 2:   sends           r+2                  to r+2, where it is block 0
//   round 2, b = 1:   sends      r+1                       to r+1
//                     keeps  r, complete
//
// Cost: ceil(log2 p) alpha + (p-1)/p S (beta + gamma): the fewest rounds and the least traffic there
// are, for every p. The order of the additions suits commutative operations only.
#include "core/algorithms/parts/circulant.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ring = s.everyone();
  const std::vector<int> distances = circulant_distances(s.ranks());
  for (std::size_t round = 0; round + 1 < distances.size(); ++round) {
    const auto [in_play, distance] = std::pair(distances[round], distances[round + 1]);
    const Buffer sums = round == 0 ? Buffer::input : Buffer::scratch;
    s.next_step();
    // Where p is odd, no rank adds to the middle block in the first round: it is copied to the other sums.
    if (round == 0 && s.ranks() % 2 == 1)
      s.every(ring,
              {.to = shift(0), .block = shift(distance - 1), .from = Buffer::input, .into = Buffer::scratch});
    s.every(ring, {.to = shift(distance),
                   .block = shift(distance),
                   .blocks = in_play - distance,
                   .combine = Combine::reduce,
                   .from = sums,
                   .into = distance == 1 ? Buffer::output : Buffer::scratch,
                   .with = sums});
  }
}

}  // namespace

extern constinit const Algorithm reduce_scatter_circulant = {
    .name = "circulant",
    .collective = CollectiveKind::reduce_scatter,
    .idea = "Every round halves the distance and the blocks in play, for any number of ranks.",
    .cost = "ceil(log2 p) alpha + (p-1)/p S (beta + gamma)",
    .source =
        "Traeff, Optimal, non-pipelined reduce-scatter and allreduce algorithms, 2025, doi 10.34726/10760",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
