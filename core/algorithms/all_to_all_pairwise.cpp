// In round i ranks r and r xor i exchange: in every round all ranks form pairs, and both ranks of a pair
// send and receive at once.
//
//   p = 4:   round 1: 0<->1 2<->3     round 2: 0<->2 1<->3     round 3: 0<->3 1<->2
//
// Cost: (p-1) (alpha + S/p beta). For powers of two; for others, see shift.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ranks = s.everyone();
  for (int i = 1; i < s.ranks(); ++i) {
    s.next_step();
    if (i == 1) s.every(ranks, {.to = flip(0), .block = flip(0), .from = Buffer::input});
    s.every(ranks, {.to = flip(i), .block = flip(i), .into_block = flip(0), .from = Buffer::input});
  }
}

}  // namespace

extern constinit const Algorithm all_to_all_pairwise = {
    .name = "pairwise",
    .collective = CollectiveKind::all_to_all,
    .idea = "In round i ranks r and r xor i exchange what they have for each other.",
    .cost = "(p-1) (alpha + S/p beta)",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = powers_of_two,
    .write = write,
    .needs = "a power-of-two number of ranks",
};

}  // namespace commlab
