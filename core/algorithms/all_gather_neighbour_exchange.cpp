// Every rank exchanges with its left and its right neighbour in turn, and sends the two blocks that came
// in the round before. As on a ring, a rank talks to its neighbours alone, but it needs half the rounds.
//
//   p = 6:   round 0:   0 <-> 1   2 <-> 3   4 <-> 5      one block each: then 0 and 1 have 0 1
//            round 1:   1 <-> 2   3 <-> 4   5 <-> 0      two: 0 gets 4 5, and 1 gets 2 3
//            round 2:   0 <-> 1   2 <-> 3   4 <-> 5      two: 0 gets 2 3, and 1 gets 4 5
//
// Cost: p/2 alpha + (p-1)/p S beta. For even p.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

// Even and odd ranks do different things, so every rank has a program of its own, with p/2 messages.
constexpr int most_ranks = 1024;
constexpr bool some_even_ranks(const Collective& c) { return even_ranks(c) && c.ranks <= most_ranks; }

void write(Schedule& s) {
  const Group ring = s.everyone();
  const Members evens{.first = 0, .stride = 2};
  const Members odds{.first = 1, .stride = 2};
  s.next_step();
  s.every(ring, {.to = shift(0), .block = shift(0), .from = Buffer::input});
  s.every(ring, {.to = shift(1), .block = shift(0), .from = Buffer::input, .who = evens});
  s.every(ring, {.to = shift(-1), .block = shift(0), .from = Buffer::input, .who = odds});

  // Take an even rank r and rank r+1: the two blocks that r got last begin at block r + at_even, and those
  // that r+1 got last at block r + at_odd.
  int at_even = 0, at_odd = 0;
  for (int round = 1; round < s.ranks() / 2; ++round) {
    s.next_step();
    const int side = round % 2 == 0 ? 1 : -1;  // where an even rank's partner is
    s.every(ring, {.to = shift(side), .block = shift(at_even), .blocks = 2, .who = evens});
    s.every(ring, {.to = shift(-side), .block = shift(at_odd - 1), .blocks = 2, .who = odds});
    // The partner of an even rank r is in the pair of r, or in the pair before it.
    const int even_gets = side == 1 ? at_odd : at_odd - 2;
    const int odd_gets = side == 1 ? at_even : at_even + 2;
    at_even = even_gets;
    at_odd = odd_gets;
  }
}

}  // namespace

extern constinit const Algorithm all_gather_neighbour_exchange = {
    .name = "neighbour-exchange",
    .collective = CollectiveKind::all_gather,
    .idea = "Exchange two blocks with the left and the right neighbour in turn.",
    .cost = "p/2 alpha + (p-1)/p S beta",
    .source =
        "Chen, Zhang, Tang, Performance evaluation of allgather algorithms on terascale Linux cluster with "
        "fast Ethernet, HPCASIA 2005; Open MPI, ompi/mca/coll/base/coll_base_allgather.c",
    .supports = some_even_ranks,
    .write = write,
    .needs = "an even number of ranks, up to 1024",
};

}  // namespace commlab
