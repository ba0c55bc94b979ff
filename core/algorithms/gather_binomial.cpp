// Neighbours join their blocks, then pairs of pairs, until the root has all: scatter backwards.
//
//   1 -> 0: [1]  3 -> 2: [3]  5 -> 4: [5]  7 -> 6: [7]
//   2 -> 0: [2 3]     6 -> 4: [6 7]
//   4 -> 0: [4 5 6 7]                                       (positions counted from the root)
//
// Cost: ceil(log2 p) alpha + (p-1)/p S beta: both terms the least there is on one port.
#include <algorithm>

#include "core/algorithm.h"

namespace commlab {
namespace {

// A rank that sends more than its own block collects them in scratch.
void write(Schedule& s) {
  const int n = s.ranks();
  const Group tree = s.from_root();
  s.next_step();
  s.every(tree, {.to = shift(0), .block = shift(0), .from = Buffer::input, .who = only(0)});
  for (int v = 2; v + 1 < n; v += 2)
    s.every(
        tree,
        {.to = shift(0), .block = shift(0), .from = Buffer::input, .into = Buffer::scratch, .who = only(v)});
  for (int half = 1; half < n; half *= 2) {
    s.next_step();
    for (int v = half; v < n; v += 2 * half) {
      const int blocks = std::min(half, n - v);
      s.every(tree, {.to = shift(-half),
                     .block = shift(0),
                     .blocks = blocks,
                     .from = blocks == 1 ? Buffer::input : Buffer::scratch,
                     .into = v == half ? Buffer::output : Buffer::scratch,
                     .who = only(v)});
    }
  }
}

}  // namespace

extern constinit const Algorithm gather_binomial = {
    .name = "binomial",
    .collective = CollectiveKind::gather,
    .idea = "Neighbours join their blocks, then pairs of pairs, until the root has all of them.",
    .cost = "ceil(log2 p) alpha + (p-1)/p S beta",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
