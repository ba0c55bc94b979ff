// Pairs exchange and add, then pairs of pairs: after round k a rank has the sum of 2^(k+1).
//
//   round 0:  0 <-> 1   2 <-> 3
//   round 1:  0 <-> 2   1 <-> 3
//
// Where p is no power of two, some ranks fold into their neighbours first (core/algorithms/parts/fold.h).
//
// Cost: ceil(log2 p) (alpha + S beta + S gamma), and one round more each way where it folds.
#include "core/algorithms/parts/fold.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Fold folding = fold_of(s);
  fold(s, folding);

  const Group pairs = survivors(s, folding);
  s.phase("exchange");
  for (int bit = 1; bit < folding.survivors; bit *= 2) {
    s.next_step();
    const Buffer mine = bit == 1 ? begin_with(folding) : Buffer::output;
    s.every(pairs, {.to = flip(bit), .combine = Combine::reduce, .from = mine, .with = mine});
  }

  unfold(s, folding);
}

}  // namespace

extern constinit const Algorithm all_reduce_recursive_doubling = {
    .name = "recursive-doubling",
    .collective = CollectiveKind::all_reduce,
    .idea = "Pairs exchange and add, then pairs of pairs, until everyone has the sum.",
    .cost = "ceil(log2 p) (alpha + S beta + S gamma), two rounds more where p is no power of two",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
