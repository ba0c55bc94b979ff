// Every rank that has the vector sends it to the rank half way to the next one that has it. So the number of
// ranks that have the vector doubles in every round: 1, 2, 4, ...
//
//   round 0:  0 -> 4
//   round 1:  0 -> 2, 4 -> 6
//   round 2:  0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7        (positions counted from the root)
//
// The far ranks come first, so the vector crosses from one half of the ranks to the other only once.
// Scatter, gather and reduce use the same tree.
//
// Cost: ceil(log2 p) (alpha + S beta): the fewest rounds there are, but S in each of them.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const int n = s.ranks();
  const Group tree = s.from_root();
  int half = 1;
  while (2 * half < n) half *= 2;
  s.next_step();
  s.every(tree, {.to = at(0), .from = Buffer::input, .who = only(0)});  // the root's own copy
  for (const int first = half; half >= 1; half /= 2) {
    if (half < first) s.next_step();
    s.every(tree, {.to = shift(half), .from = Buffer::input, .who = only(0)});
    s.every(tree, {.to = shift(half), .who = {.first = 2 * half, .last = n - half, .stride = 2 * half}});
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
