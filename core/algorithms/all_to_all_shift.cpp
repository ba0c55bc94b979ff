// In round i every rank sends to the rank i ahead and receives from the rank i behind: every round is
// a permutation, so no two messages of a round need the same port.
//
//   p = 4:   round 1: 0->1 1->2 2->3 3->0     round 2: 0->2 1->3 2->0 3->1     round 3: 0->3 1->0 2->1 3->2
//
// In place, a block that arrives before the block at its place has been sent waits in scratch.
//
// Cost: (p-1) (alpha + S/p beta).
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ring = s.everyone();
  for (int i = 1; i < s.ranks(); ++i) {
    s.next_step();
    if (i == 1) s.every(ring, {.to = shift(0), .block = shift(0), .from = Buffer::input});
    const bool waits = s.collective().in_place && 2 * i < s.ranks();
    s.every(ring, {.to = shift(i),
                   .block = shift(i),
                   .into_block = shift(0),
                   .from = Buffer::input,
                   .into = waits ? Buffer::scratch : Buffer::output});
    if (s.collective().in_place && 2 * i > s.ranks())  // the block that waited for this place
      s.every(ring, {.to = shift(0), .block = shift(i), .from = Buffer::scratch});
  }
}

}  // namespace

extern constinit const Algorithm all_to_all_shift = {
    .name = "shift",
    .collective = CollectiveKind::all_to_all,
    .idea = "In round i every rank sends to the rank i ahead and receives from the rank i behind.",
    .cost = "(p-1) (alpha + S/p beta)",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
