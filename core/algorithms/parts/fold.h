#pragma once
// How algorithms for powers of two serve any number of ranks. The first 2e ranks pair up
// (e = p - 2^floor(log2 p)): each even one gives its vector to its odd neighbour, sits the rounds
// out, and is told the result at the end.
//
//   p = 6, e = 2:   0 -> 1   2 -> 3          fold
//                   1, 3, 4, 5 go on         survivors 0, 1, 2, 3
//                   0 <- 1   2 <- 3          unfold
//
// Costs two rounds of S, and nothing where p is a power of two (MPICH, recursive doubling).

#include "core/schedule/schedule.h"

namespace commlab {

struct Fold {
  int survivors = 1;  // the largest power of two there are ranks for
  int folded = 0;     // e
};

Fold fold_of(const Schedule&);
// A phase of one step, where it folds. Then every survivor has its sum so far in its output;
// where nothing folds, still in its input: see begin_with().
void fold(Schedule&, const Fold&);
Buffer begin_with(const Fold&);
// In order: the odd ranks of the pairs, then the ranks beyond them.
Group survivors(Schedule&, const Fold&);
// A phase of one step, where it folded: the result goes back.
void unfold(Schedule&, const Fold&);

}  // namespace commlab
