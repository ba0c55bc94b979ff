// A block for the rank j ahead travels in steps whose lengths are j's bits: in the round of bit d
// every rank sends all blocks whose j has that bit, packed into one message, to the rank d ahead.
//
//   p = 6, blocks by j:   0  1  2  3  4  5
//   d = 1:                   1     3     5     to r+1
//   d = 2:                      2  3           to r+2
//   d = 4:                            4  5     to r+4
//
// On its way, a block with this j lies in scratch at block r+j of the rank r that holds it. When it has
// arrived, its sender is rank r-j, so one local copy moves it to block r-j of the output.
//
// Blocks pass through the scratch of other ranks, which has room for blocks of one size.
//
// Cost: ceil(log2 p) alpha + (bits of all j < p) S/p beta, which is log2 p (alpha + S/2 beta) for powers
// of two: few rounds, paid with traffic.
#include <algorithm>

#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

// How many j < p have the bit.
int blocks_with(int bit, int p) { return p / (2 * bit) * bit + std::max(0, p % (2 * bit) - bit); }

void write(Schedule& s) {
  const int p = s.ranks();
  const Group ring = s.everyone();
  s.phase("forward");
  for (int bit = 1; bit < p; bit *= 2) {
    s.next_step();
    if (bit == 1) {
      s.every(ring, {.to = shift(0), .block = shift(0), .from = Buffer::input});
      if (p > 2)  // blocks that stay in the first round join those that arrive in it
        s.every(ring, {.to = shift(0),
                       .block = shift(2),
                       .blocks = (p - 1) / 2,
                       .spacing = runs_of(1, 2),
                       .from = Buffer::input,
                       .into = Buffer::scratch});
    }
    s.every(ring, {.to = shift(bit),
                   .block = shift(bit),
                   .into_block = shift(2 * bit),
                   .blocks = blocks_with(bit, p),
                   .spacing = runs_of(bit, 2 * bit),
                   .from = bit == 1 ? Buffer::input : Buffer::scratch,
                   .into = Buffer::scratch});
  }
  s.phase("arrange");
  s.next_step();
  for (int j = 1; j < p; ++j)
    s.every(ring, {.to = shift(0), .block = shift(j), .into_block = shift(-j), .from = Buffer::scratch});
}

}  // namespace

extern constinit const Algorithm all_to_all_bruck = {
    .name = "bruck",
    .collective = CollectiveKind::all_to_all,
    .idea =
        "A block for the rank j ahead travels in steps whose lengths are j's bits, many blocks at a time.",
    .cost = "ceil(log2 p) alpha + (bits of all j < p) S/p beta",
    .source =
        "Bruck, Ho, Kipnis, Upfal, Weathersby, Efficient algorithms for all-to-all communications in "
        "multiport message-passing systems, IEEE TPDS 8(11), 1997",
    .supports = even_counts,
    .write = write,
    .needs = "one count for all pairs of ranks",
};

}  // namespace commlab
