// Pairs exchange and add, then pairs of pairs: after round k a rank has the sum of 2^(k+1).
//
//   round 0:  0 <-> 1   2 <-> 3
//   round 1:  0 <-> 2   1 <-> 3
//
// Where p is no power of two, the first 2e ranks fold: each even one gives its vector to its
// odd neighbour, sits the rounds out, and is told the result (e = p - 2^floor(log2 p)).
//
// Cost: ceil(log2 p) (alpha + S beta + S gamma), and one round more each way where it folds.
#include <utility>
#include <vector>

#include "core/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const int n = s.ranks();
  int survivors = 1;
  while (2 * survivors <= n) survivors *= 2;
  const int folded = n - survivors;

  if (folded > 0) {
    s.phase("fold");
    s.next_step();
    const Group ranks = s.everyone();
    const Members evens = {.first = 0, .last = 2 * folded, .stride = 2};
    s.every(ranks, {.to = shift(1),
                    .combine = Combine::reduce,
                    .from = Buffer::input,
                    .with = Buffer::input,
                    .who = evens});
    s.every(ranks, {.to = shift(0), .from = Buffer::input, .who = {.first = 2 * folded}});
  }

  // Member i of the survivors: the odd rank of a folded pair, or a rank beyond the pairs.
  std::vector<Rank> left;
  for (int i = 0; i < survivors; ++i) left.push_back(s.rank_at(i < folded ? 2 * i + 1 : i + folded));
  const Group pairs = s.group(std::move(left));
  s.phase("exchange");
  for (int bit = 1; bit < survivors; bit *= 2) {
    s.next_step();
    const Buffer mine = bit == 1 && folded == 0 ? Buffer::input : Buffer::output;
    s.every(pairs, {.to = flip(bit), .combine = Combine::reduce, .from = mine, .with = mine});
  }

  if (folded > 0) {
    s.phase("unfold");
    s.next_step();
    s.every(s.everyone(), {.to = shift(-1), .who = {.first = 1, .last = 2 * folded, .stride = 2}});
  }
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
