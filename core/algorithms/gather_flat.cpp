// Every rank sends its block to the root, all at once.
//
//    b1  b2 b3 b4
//      \ |  | /
//        root
//
// Cost: alpha + (p-1)/p S beta: every byte enters the root once, as it must (incast).
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ranks = s.from_root();
  s.next_step();
  for (int v = 0; v < s.ranks(); ++v)
    s.every(ranks, {.to = at(0), .block = shift(0), .from = Buffer::input, .who = only(v)});
}

}  // namespace

extern constinit const Algorithm gather_flat = {
    .name = "flat",
    .collective = CollectiveKind::gather,
    .idea = "Every rank sends its block straight to the root.",
    .cost = "alpha + (p-1)/p S beta",
    .source =
        "Chan, Heimlich, Purkayastha, van de Geijn, Collective communication: theory, practice, and "
        "experience, 2007",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
