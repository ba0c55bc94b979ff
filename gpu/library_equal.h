#pragma once
// When a result of a library's own collective counts as correct. Collectives that only move blocks, that
// combine whole numbers, or that take the minimum or maximum must equal the plain result bit for bit, and so
// must sums and products of data for which every order gives the same bits (exact_in_any_order()). Other sums
// and products of floats have no promised order. An average may differ from ours in the last bits: NCCL
// multiplies each input by 1/ranks, rounded, and adds (ncclAvg; for whole numbers it adds, and divides at the
// end), where ours divides. Where 1/ranks is exact, as with a power of two of ranks, even averages agree.
//
// Otherwise each value may differ by what its roundings may do. To add 0 rounds nothing, so n addends, all of
// them positive, are rounded n times in ours (a division or none, n - 1 additions), and in the library's once
// more, the factor included. Each rounding is of epsilon / 2 at most: together (n + 1/2) epsilon, to first
// order; (n + 2) epsilon has room for the second order while n^2 epsilon < 2. Of more addends, the roundings
// go up and down, and do not add up like that. With one addend, as in our averages of 8 bits, the most is (1
// + e)^2 / (1 - e) - 1 with e = epsilon / 2: 0.20 for e4m3 and 0.45 for e5m2, less than 3 epsilon = 0.38 and
// 0.75; an addend that is missing or counted twice makes a difference of 1. Where 1/ranks is so small that it
// has fewer bits than other numbers of its type (e4m3: more than 64 ranks), its error counts instead of an
// epsilon.

#include "core/collective/data_pattern.h"

namespace commlab {

// The most that |found - expected| may be, as a share of |expected|; 0 if the bits must be equal.
double library_slack(const Collective&, DataPattern);

}  // namespace commlab
