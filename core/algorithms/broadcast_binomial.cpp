// Whoever has the vector passes it on: 1, 2, 4, ... ranks have it after each round.
//
//   round 0:  0 -> 1
//   round 1:  0 -> 2, 1 -> 3
//   round 2:  0 -> 4, 1 -> 5, 2 -> 6, 3 -> 7        (positions counted from the root)
//
// Cost: ceil(log2 p) (alpha + S beta): the fewest rounds there are, but S in each of them.
#include <algorithm>

#include "core/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group tree = s.from_root();
  s.next_step();
  s.every(tree, {.to = at(0), .from = Buffer::input, .who = only(0)});  // the root's own copy
  for (int informed = 1; informed < s.ranks(); informed *= 2) {
    s.next_step();
    const int senders = std::min(informed, s.ranks() - informed);
    s.every(tree, {.to = shift(informed), .from = Buffer::input, .who = only(0)});
    s.every(tree, {.to = shift(informed), .who = {.first = 1, .last = senders}});
  }
}

}  // namespace

extern constinit const Algorithm broadcast_binomial = {
    .name = "binomial",
    .collective = CollectiveKind::broadcast,
    .idea = "Every rank that has the data passes it on, so twice as many have it after each round.",
    .cost = "ceil(log2 p) (alpha + S beta)",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
