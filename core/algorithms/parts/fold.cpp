#include "core/algorithms/parts/fold.h"

#include <utility>
#include <vector>

namespace commlab {

Fold fold_of(const Schedule& s) {
  Fold fold;
  while (2 * fold.survivors <= s.ranks()) fold.survivors *= 2;
  fold.folded = s.ranks() - fold.survivors;
  return fold;
}

void fold(Schedule& s, const Fold& fold) {
  if (fold.folded == 0) return;
  s.phase("fold");
  s.next_step();
  const Group ranks = s.everyone();
  s.every(ranks, {.to = shift(1),
                  .blocks = s.blocks(),
                  .combine = Combine::reduce,
                  .from = Buffer::input,
                  .with = Buffer::input,
                  .who = {.first = 0, .last = 2 * fold.folded, .stride = 2}});
  s.every(ranks,
          {.to = shift(0), .blocks = s.blocks(), .from = Buffer::input, .who = {.first = 2 * fold.folded}});
}

Buffer begin_with(const Fold& fold) { return fold.folded == 0 ? Buffer::input : Buffer::output; }

Group survivors(Schedule& s, const Fold& fold) {
  std::vector<Rank> left;
  for (int i = 0; i < fold.survivors; ++i)
    left.push_back(s.rank_at(i < fold.folded ? 2 * i + 1 : i + fold.folded));
  return s.group(std::move(left));
}

void unfold(Schedule& s, const Fold& fold) {
  if (fold.folded == 0) return;
  s.phase("unfold");
  s.next_step();
  s.every(s.everyone(),
          {.to = shift(-1), .blocks = s.blocks(), .who = {.first = 1, .last = 2 * fold.folded, .stride = 2}});
}

}  // namespace commlab
