// The root gives half of all blocks to a rank half way round, and both go on with their halves.
//
//   0: [0 1 2 3 4 5 6 7]
//   0 -> 4: [4 5 6 7]
//   0 -> 2: [2 3]     4 -> 6: [6 7]
//   0 -> 1: [1]  2 -> 3: [3]  4 -> 5: [5]  6 -> 7: [7]      (positions counted from the root)
//
// Cost: ceil(log2 p) alpha + (p-1)/p S beta: both terms are the least possible with one port.
#include <algorithm>

#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

// A rank that will pass blocks on keeps them in scratch, and copies its own to the output in the next round.
void write(Schedule& s) {
  const int n = s.ranks();
  const Group tree = s.from_root();
  const auto own = [&](int v, Buffer from) {
    s.every(tree, {.to = shift(0), .block = shift(0), .from = from, .who = only(v)});
  };
  int half = 1;
  while (2 * half < n) half *= 2;
  for (int first = half; half >= 1; half /= 2) {
    s.next_step();
    if (half == first) own(0, Buffer::input);
    for (int v = 2 * half; v + 1 < n; v += 4 * half) own(v, Buffer::scratch);
    for (int v = 0; v + half < n; v += 2 * half) {
      const int blocks = std::min(half, n - v - half);
      s.every(tree, {.to = shift(half),
                     .block = shift(half),
                     .blocks = blocks,
                     .from = v == 0 ? Buffer::input : Buffer::scratch,
                     .into = blocks == 1 ? Buffer::output : Buffer::scratch,
                     .who = only(v)});
    }
  }
}

}  // namespace

extern constinit const Algorithm scatter_binomial = {
    .name = "binomial",
    .collective = CollectiveKind::scatter,
    .idea = "Half of the blocks go to a rank half way round; both halves are scattered the same way.",
    .cost = "ceil(log2 p) alpha + (p-1)/p S beta",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
