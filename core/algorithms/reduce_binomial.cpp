// Neighbours add, then pairs of pairs, until the root has the sum: broadcast backwards.
//
//   1 -> 0   3 -> 2   5 -> 4   7 -> 6
//   2 -> 0            6 -> 4
//   4 -> 0                                                  (positions counted from the root)
//
// Cost: ceil(log2 p) (alpha + S beta + S gamma).
#include "core/algorithm.h"

namespace commlab {
namespace {

// A rank on the way up keeps its partial sum in scratch: only the root has an output.
void write(Schedule& s) {
  const int n = s.ranks();
  const Group tree = s.from_root();
  for (int half = 1; half < n; half *= 2) {
    s.next_step();
    for (int v = half; v < n; v += 2 * half) {
      const bool sender_has_sum = half > 1 && v + 1 < n;
      const Buffer sum = v == half ? Buffer::output : Buffer::scratch;
      s.every(tree, {.to = shift(-half),
                     .combine = Combine::reduce,
                     .from = sender_has_sum ? Buffer::scratch : Buffer::input,
                     .into = sum,
                     .with = half == 1 ? Buffer::input : sum,
                     .who = only(v)});
    }
  }
}

}  // namespace

extern constinit const Algorithm reduce_binomial = {
    .name = "binomial",
    .collective = CollectiveKind::reduce,
    .idea = "Neighbours add their vectors, then pairs of pairs, until the root has the sum.",
    .cost = "ceil(log2 p) (alpha + S beta + S gamma)",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
