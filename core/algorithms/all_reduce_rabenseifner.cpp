// Halve and add, then double and share: each round exchanges half as much as the one before
// with a partner half as far, until every rank has one complete block; then all the way back.
//
//   8 blocks, rank 0:  sends 4..7 to 4, then 2..3 to 2, then 1 to 1;  now it has all of block 0
//                      gets 1 from 1, then 2..3 from 2, then 4..7 from 4
//
// Where p is no power of two, the first 2e ranks fold: each even one gives its vector to its
// odd neighbour, sits the rounds out, and is told the result (e = p - 2^floor(log2 p)).
//
// Cost: 2 log2 p alpha + 2(p-1)/p S beta + (p-1)/p S gamma for powers of two; two rounds of S more where it
// folds.
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
  s.cut_into(survivors);

  if (folded > 0) {
    s.phase("fold");
    s.next_step();
    const Group ranks = s.everyone();
    const Members evens = {.first = 0, .last = 2 * folded, .stride = 2};
    s.every(ranks, {.to = shift(1),
                    .blocks = survivors,
                    .combine = Combine::reduce,
                    .from = Buffer::input,
                    .with = Buffer::input,
                    .who = evens});
    s.every(ranks,
            {.to = shift(0), .blocks = survivors, .from = Buffer::input, .who = {.first = 2 * folded}});
  }

  std::vector<Rank> left;
  for (int i = 0; i < survivors; ++i) left.push_back(s.rank_at(i < folded ? 2 * i + 1 : i + folded));
  const Group pairs = s.group(std::move(left));
  // The run of `length` blocks, aligned, in which position i's own lies.
  const auto run_of = [](int i, int length) { return at(i / length * length); };

  s.phase("reduce-scatter");
  for (int distance = survivors / 2; distance >= 1; distance /= 2) {
    s.next_step();
    const Buffer mine = distance == survivors / 2 && folded == 0 ? Buffer::input : Buffer::output;
    for (int i = 0; i < survivors; ++i)
      s.every(pairs, {.to = flip(distance),
                      .block = run_of(i ^ distance, distance),
                      .blocks = distance,
                      .combine = Combine::reduce,
                      .from = mine,
                      .with = mine,
                      .who = only(i)});
  }

  s.phase("all-gather");
  for (int distance = 1; distance < survivors; distance *= 2) {
    s.next_step();
    for (int i = 0; i < survivors; ++i)
      s.every(pairs,
              {.to = flip(distance), .block = run_of(i, distance), .blocks = distance, .who = only(i)});
  }

  if (folded > 0) {
    s.phase("unfold");
    s.next_step();
    s.every(s.everyone(),
            {.to = shift(-1), .blocks = survivors, .who = {.first = 1, .last = 2 * folded, .stride = 2}});
  }
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
