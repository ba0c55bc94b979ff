// Pairs exchange what they have, then pairs of pairs: what a rank has doubles in every round.
//
//   p = 8:   round 0: 0 <-> 1   2 <-> 3   4 <-> 5   6 <-> 7        one block each way
//            round 1: 0 <-> 2   1 <-> 3   4 <-> 6   5 <-> 7        two
//            round 2: 0 <-> 4   1 <-> 5   2 <-> 6   3 <-> 7        four
//
// Where p is no power of two, the first e even ranks give their block to their odd neighbours, which
// go on with both blocks, and pass everything back at the end (core/algorithms/parts/fold.h).
//
// Cost: log2 p alpha + (p-1)/p S beta for powers of two; two rounds and (p-1)/p S more where it folds.
#include "core/algorithms/parts/fold.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void exchange_on_power_of_two(Schedule& s) {
  const Group ranks = s.everyone();
  for (int distance = 1; distance < s.ranks(); distance *= 2) {
    s.next_step();
    if (distance == 1) s.every(ranks, {.to = flip(0), .block = flip(0), .from = Buffer::input});
    s.every(ranks, {.to = flip(distance),
                    .block = flip(0),
                    .blocks = distance,
                    .from = distance == 1 ? Buffer::input : Buffer::output});
  }
}

// Survivor i is at position_of(i). A run of blocks that begins with its own begins at block first_of(i).
void exchange_between_survivors(Schedule& s, const Fold& folding) {
  const Group ranks = s.everyone();
  const auto position_of = [&](int i) { return i < folding.folded ? 2 * i + 1 : i + folding.folded; };
  const auto first_of = [&](int i) { return i < folding.folded ? 2 * i : i + folding.folded; };
  for (int distance = 1; distance < folding.survivors; distance *= 2) {
    s.next_step();
    for (int i = 0; i < folding.survivors; ++i) {
      const int here = position_of(i);
      const int run = i / distance * distance;
      s.every(ranks, {.to = shift(position_of(i ^ distance) - here),
                      .block = shift(first_of(run) - here),
                      .blocks = first_of(run + distance) - first_of(run),
                      .who = only(here)});
    }
  }
}

void write(Schedule& s) {
  const Fold folding = fold_of(s);
  if (folding.folded == 0) return exchange_on_power_of_two(s);

  const Group ranks = s.everyone();
  s.phase("fold");
  s.next_step();
  s.every(ranks, {.to = shift(0), .block = shift(0), .from = Buffer::input});
  s.every(ranks, {.to = shift(1),
                  .block = shift(0),
                  .from = Buffer::input,
                  .who = {.first = 0, .last = 2 * folding.folded, .stride = 2}});
  s.phase("exchange");
  exchange_between_survivors(s, folding);
  s.phase("unfold");
  s.next_step();
  s.every(ranks, {.to = shift(-1),
                  .block = shift(0),
                  .blocks = s.ranks() - 1,
                  .who = {.first = 1, .last = 2 * folding.folded, .stride = 2}});
}

}  // namespace

extern constinit const Algorithm all_gather_recursive_doubling = {
    .name = "recursive-doubling",
    .collective = CollectiveKind::all_gather,
    .idea = "Pairs exchange what they have, then pairs of pairs, until everyone has everything.",
    .cost = "log2 p alpha + (p-1)/p S beta, two rounds and (p-1)/p S more where p is no power of two",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
