// The root sends the whole vector to every other rank, all at once.
//
//        root
//      / |  | \  all at once
//     1  2  3  4
//
// Cost: alpha + (p-1) S beta where the root has one port; alpha + S beta where every
// destination has a link of its own. The root's port is the bottleneck.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ranks = s.from_root();
  s.next_step();
  for (int v = 0; v < s.ranks(); ++v) s.every(ranks, {.to = at(v), .from = Buffer::input, .who = only(0)});
}

}  // namespace

extern constinit const Algorithm broadcast_flat = {
    .name = "flat",
    .collective = CollectiveKind::broadcast,
    .idea = "The root sends everything to everyone itself.",
    .cost = "alpha + (p-1) S beta on one port",
    .source =
        "Chan, Heimlich, Purkayastha, van de Geijn, Collective communication: theory, practice, and "
        "experience, 2007",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
