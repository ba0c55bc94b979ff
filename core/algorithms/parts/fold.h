#pragma once
// How algorithms for powers of two serve any number of ranks. The first 2e ranks pair up
// (e = p - 2^floor(log2 p)): each even one gives its vector to its odd neighbour, does nothing during the
// rounds, and gets the result at the end.
//
//   p = 6, e = 2:   0 -> 1   2 -> 3          fold
//                   1, 3, 4, 5 go on         survivors 0, 1, 2, 3
//                   0 <- 1   2 <- 3          unfold
//
// Folding costs two rounds of S, and nothing if p is a power of two (MPICH, recursive doubling).

#include "core/schedule/schedule.h"

namespace commlab {

struct Fold {
  int survivors = 1;  // the largest power of two that is not above p
  int folded = 0;     // e
};

Fold fold_of(const Schedule&);
// Adds a phase of one step if anything folds: then every survivor has its sum so far in its output.
// If nothing folds, the vector is still in its input. begin_with() tells which of the two it is.
void fold(Schedule&, const Fold&);
Buffer begin_with(const Fold&);
// In order: the odd ranks of the pairs, then the ranks beyond them.
Group survivors(Schedule&, const Fold&);
// Adds a phase of one step, in which the result goes back, if anything was folded.
void unfold(Schedule&, const Fold&);

}  // namespace commlab
