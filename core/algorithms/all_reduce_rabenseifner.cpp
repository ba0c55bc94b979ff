// Halve and add, then double and share: each round exchanges half as much as the one before
// with a partner half as far, until every rank has one complete block; then all the way back.
//
//   8 blocks, rank 0:  sends 4..7 to 4, then 2..3 to 2, then 1 to 1;  now it has all of block 0
//                      gets 1 from 1, then 2..3 from 2, then 4..7 from 4
//
// Where p is no power of two, some ranks fold into their neighbours first (core/algorithms/parts/fold.h).
//
// Cost: 2 log2 p alpha + 2(p-1)/p S beta + (p-1)/p S gamma for powers of two; two rounds of S more where it
// folds.
#include "core/algorithms/parts/fold.h"
#include "core/algorithms/parts/halving_doubling.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Fold folding = fold_of(s);
  s.cut_into(folding.survivors);
  fold(s, folding);
  halve_and_double(s, survivors(s, folding), folding.survivors, begin_with(folding));
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
