// Two rings over the same ranks, one in each direction. Every block is cut in two: its first half
// goes clockwise, and at the same time its second half goes the other way.
//
//        0 ---> 1 ---> 2 ---> 3 ---> 0      first halves
//        0 <--- 1 <--- 2 <--- 3 <--- 0      second halves
//
// Cost: (p-1) alpha + (p-1)/p S beta/2 where each direction has a link of its own; with one port per
// rank, it is not faster than the ring.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  s.split_into(2);
  const Group ring = s.everyone();
  for (int k = 0; k < s.ranks() - 1; ++k) {
    s.next_step();
    if (k == 0) s.every(ring, {.to = shift(0), .block = shift(0), .from = Buffer::input});
    const Buffer from = k == 0 ? Buffer::input : Buffer::output;
    s.every(ring, {.to = shift(1), .block = shift(-k), .from = from, .share = 0});
    s.every(ring, {.to = shift(-1), .block = shift(k), .from = from, .share = 1});
  }
}

}  // namespace

extern constinit const Algorithm all_gather_bidirectional_ring = {
    .name = "bidirectional-ring",
    .collective = CollectiveKind::all_gather,
    .idea = "Half of every block goes once round the ring, the other half the other way.",
    .cost = "(p-1) alpha + (p-1)/p S beta/2",
    .source =
        "Chan, Heimlich, Purkayastha, van de Geijn, Collective communication: theory, practice, and "
        "experience, CCPE 19(13), 2007: the bucket algorithm, here one each way round",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
