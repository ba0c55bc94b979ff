// Halve and add, then double and share: each round exchanges half as much as the one before
// with a partner half as far, until every rank has one complete block; then all the way back.
//
//   8 blocks, rank 0:  sends 4..7 to 4, then 2..3 to 2, then 1 to 1;  now it has all of block 0
//                      gets 1 from 1, then 2..3 from 2, then 4..7 from 4
//
// Where p is no power of two, some ranks fold into their neighbours first (core/fold.h).
//
// Cost: 2 log2 p alpha + 2(p-1)/p S beta + (p-1)/p S gamma for powers of two; two rounds of S more where it
// folds.
#include "core/algorithm.h"
#include "core/fold.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Fold folding = fold_of(s);
  const int n = folding.survivors;
  s.cut_into(n);
  fold(s, folding);

  const Group pairs = survivors(s, folding);
  // The run of `length` blocks, aligned, in which position i's own lies.
  const auto run_of = [](int i, int length) { return at(i / length * length); };

  s.phase("reduce-scatter");
  for (int distance = n / 2; distance >= 1; distance /= 2) {
    s.next_step();
    const Buffer mine = distance == n / 2 ? begin_with(folding) : Buffer::output;
    for (int i = 0; i < n; ++i)
      s.every(pairs, {.to = flip(distance),
                      .block = run_of(i ^ distance, distance),
                      .blocks = distance,
                      .combine = Combine::reduce,
                      .from = mine,
                      .with = mine,
                      .who = only(i)});
  }

  s.phase("all-gather");
  for (int distance = 1; distance < n; distance *= 2) {
    s.next_step();
    for (int i = 0; i < n; ++i)
      s.every(pairs,
              {.to = flip(distance), .block = run_of(i, distance), .blocks = distance, .who = only(i)});
  }

  unfold(s, folding);
}

}  // namespace

extern constinit const Algorithm all_reduce_rabenseifner = {
    .name = "rabenseifner",
    .collective = CollectiveKind::all_reduce,
    .idea = "Halve the vector and add with ever nearer partners, then double it back to everyone.",
    .cost =
        "2 log2 p alpha + 2(p-1)/p S beta + (p-1)/p S gamma, two rounds of S more where p is no power of two",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
