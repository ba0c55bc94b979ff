// Every rank exchanges to the left and to the right in turn, over distances 1, 1, 3, 5, 11, ...: each is
// about a third shorter than recursive doubling's 1, 2, 4, 8, 16. That saves time where ranks stand in a
// ring or a torus. An even rank's partner is that far ahead, an odd rank's partner that far behind. Here the
// far partners come first, with the fewest blocks, and every rank sends the blocks that its partner lacks.
//
//   p = 8:   round 0, +3:   0 <-> 3   2 <-> 5   4 <-> 7   6 <-> 1       1 block each way
//            round 1, -1:   0 <-> 7   2 <-> 1   4 <-> 3   6 <-> 5       2 blocks
//            round 2, +1:   0 <-> 1   2 <-> 3   4 <-> 5   6 <-> 7       4 blocks
//
// Blocks that are not evenly spaced go as several messages of one round.
//
// Cost: ceil(log2 p) alpha + (p-1)/p S beta. For even p.
#include <set>

#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

// The blocks that a rank has, or sends: for each, how far ahead of this rank the block's own rank is.
using Offsets = std::set<int>;

// The same blocks, counted from the rank that is `distance` behind.
Offsets seen_from(const Offsets& offsets, int distance, int p) {
  Offsets seen;
  for (const int offset : offsets) seen.insert(((offset + distance) % p + p) % p);
  return seen;
}

Offsets without(Offsets offsets, const Offsets& others) {
  std::erase_if(offsets, [&](int offset) { return others.contains(offset); });
  return offsets;
}

void send(Schedule& s, const Offsets& offsets, int distance, Buffer from, Members who) {
  if (offsets.empty()) return;
  const std::vector<int> sorted(offsets.begin(), offsets.end());
  const Group ring = s.everyone();
  if (const auto set = evenly_apart(sorted, s.ranks()))
    return s.every(ring, {.to = shift(distance),
                          .block = shift(set->first),
                          .blocks = static_cast<int>(sorted.size()),
                          .spacing = set->spacing,
                          .from = from,
                          .who = who});
  for (std::size_t first = 0, last = 0; first < sorted.size(); first = last) {
    while (last < sorted.size() && sorted[last] == sorted[first] + static_cast<int>(last - first)) ++last;
    s.every(ring, {.to = shift(distance),
                   .block = shift(sorted[first]),
                   .blocks = static_cast<int>(last - first),
                   .from = from,
                   .who = who});
  }
}

void write(Schedule& s) {
  const int p = s.ranks();
  s.repeat_every(2, {.run = p, .by = 2});
  std::vector<int> distances{1};  // (1 - (-2)^(k+1)) / 3
  while ((1 << distances.size()) < p) distances.push_back(1 - 2 * distances.back());

  Offsets of_even{0}, of_odd{0};
  for (std::size_t round = distances.size(); round-- > 0;) {
    const int distance = distances[round];
    const bool first = round + 1 == distances.size();
    const Buffer from = first ? Buffer::input : Buffer::output;
    const Offsets even_sends = without(of_even, seen_from(of_odd, distance, p));
    const Offsets odd_sends = without(of_odd, seen_from(of_even, -distance, p));
    s.next_step();
    if (first) s.every(s.everyone(), {.to = shift(0), .block = shift(0), .from = Buffer::input});
    send(s, even_sends, distance, from, {.first = 0, .stride = 2});
    send(s, odd_sends, -distance, from, {.first = 1, .stride = 2});
    of_even.merge(seen_from(odd_sends, distance, p));
    of_odd.merge(seen_from(even_sends, -distance, p));
  }
}

}  // namespace

extern constinit const Algorithm all_gather_swing = {
    .name = "swing",
    .collective = CollectiveKind::all_gather,
    .idea = "Exchange to both sides in turn, over distances a third shorter than in recursive doubling.",
    .cost = "ceil(log2 p) alpha + (p-1)/p S beta",
    .source =
        "De Sensi, Bonato, Saam, Hoefler, Swing: short-cutting rings for higher bandwidth allreduce, NSDI "
        "2024, arXiv:2401.09356",
    .supports = even_ranks,
    .write = write,
    .needs = "an even number of ranks",
};

}  // namespace commlab
