// Rabenseifner's algorithm with a cheaper fold: where p is no power of two, both ranks of a pair add
// half a vector each, before one of them goes on alone.
//
//   p = 6, e = 2:   0 <-> 1   2 <-> 3      each gives the other one half, and adds the other: S/2
//                   0 <-- 1   2 <-- 3      the odd ranks hand over their half's sum: S/2
//                   0, 2, 4, 5             halve and double (core/algorithms/parts/halving_doubling.h)
//                   0 --> 1   2 --> 3      the result: S
//
// Compared with rabenseifner: one round more and the same total traffic, but half the additions in the
// fold, and no rank is idle while its neighbour adds.
//
// Cost: 2 log2 p alpha + 2(p-1)/p S beta + (p-1)/p S gamma for powers of two; three rounds, 2 S beta
// and S/2 gamma more where it folds.
#include "core/algorithms/parts/fold.h"
#include "core/algorithms/parts/halving_doubling.h"
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void fold_halves(Schedule& s, const Fold& folding) {
  const Group ranks = s.everyone();
  const int half = s.blocks() / 2;
  const Members evens{.first = 0, .last = 2 * folding.folded, .stride = 2};
  const Members odds{.first = 1, .last = 2 * folding.folded, .stride = 2};
  const Move adds{.blocks = half, .combine = Combine::reduce, .from = Buffer::input, .with = Buffer::input};
  s.phase("fold");
  s.next_step();
  Move upper = adds, lower = adds;
  upper.to = shift(1);
  upper.block = at(half);
  upper.who = evens;
  lower.to = shift(-1);
  lower.who = odds;
  s.every(ranks, upper);
  s.every(ranks, lower);
  s.every(
      ranks,
      {.to = shift(0), .blocks = s.blocks(), .from = Buffer::input, .who = {.first = 2 * folding.folded}});
  s.next_step();
  s.every(ranks, {.to = shift(-1), .block = at(half), .blocks = half, .who = odds});
}

void write(Schedule& s) {
  const Fold folding = fold_of(s);
  s.cut_into(folding.survivors);
  if (folding.folded == 0) return halve_and_double(s, s.everyone(), s.ranks(), Buffer::input);

  fold_halves(s, folding);
  std::vector<Rank> evens_and_rest;
  for (int i = 0; i < folding.survivors; ++i)
    evens_and_rest.push_back(s.rank_at(i < folding.folded ? 2 * i : i + folding.folded));
  halve_and_double(s, s.group(evens_and_rest), folding.survivors, Buffer::output);
  s.phase("unfold");
  s.next_step();
  s.every(
      s.everyone(),
      {.to = shift(1), .blocks = s.blocks(), .who = {.first = 0, .last = 2 * folding.folded, .stride = 2}});
}

}  // namespace

extern constinit const Algorithm all_reduce_rabenseifner_half = {
    .name = "rabenseifner-half",
    .collective = CollectiveKind::all_reduce,
    .idea = "Halving and doubling, where both ranks of a folding pair add half a vector first.",
    .cost =
        "2 log2 p alpha + 2(p-1)/p S beta + (p-1)/p S gamma, three rounds, 2 S beta and S/2 gamma more "
        "where p is no power of two",
    .source = "Open MPI, ompi/mca/coll/base/coll_base_allreduce.c: redscat_allgather",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
