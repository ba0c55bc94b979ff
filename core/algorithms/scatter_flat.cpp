// The root sends every rank its block, all at once.
//
//        root
//      / |  | \  all at once
//    b1  b2 b3 b4
//
// Cost: alpha + (p-1)/p S beta: every byte leaves the root once, as it must.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ranks = s.from_root();
  s.next_step();
  for (int v = 0; v < s.ranks(); ++v)
    s.every(ranks, {.to = at(v), .block = shift(v), .from = Buffer::input, .who = only(0)});
}

}  // namespace

extern constinit const Algorithm scatter_flat = {
    .name = "flat",
    .collective = CollectiveKind::scatter,
    .idea = "The root sends every rank its own block itself.",
    .cost = "alpha + (p-1)/p S beta",
    .source =
        "Chan, Heimlich, Purkayastha, van de Geijn, Collective communication: theory, practice, and "
        "experience, 2007",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
