// Halve and add, then double and share, with partners on both sides in turn, 1, 1, 3, 5, 11, ... away:
// on a ring or a torus the messages of far rounds travel about a third less than in recursive
// halving and doubling, and share fewer links.
//
//   p = 8, rank 0:   sums with 1, 7, 3 (half, a quarter, an eighth), then shares with 3, 7, 1
//
// Cost: 2 ceil(log2 p) alpha + 2(p-1)/p S beta + (p-1)/p S gamma. For even p.
#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"
#include "core/schedule/reverse.h"

namespace commlab {

extern const Algorithm all_gather_swing;

namespace {

void write(Schedule& s) {
  s.cut_into(s.ranks());
  const Schedule gather = schedule_for(all_gather_swing, s);
  s.repeat_every(gather.tile(), gather.turn());
  s.phase("reduce-scatter");
  concat(s, {.schedule = reverse(gather)});
  s.phase("all-gather");
  concat(s, {.schedule = gather, .in = {.input = Buffer::output}});
}

}  // namespace

extern constinit const Algorithm all_reduce_swing = {
    .name = "swing",
    .collective = CollectiveKind::all_reduce,
    .idea = "Halve and add, then double back, with partners on both sides that are a third nearer.",
    .cost = "2 ceil(log2 p) alpha + 2(p-1)/p S beta + (p-1)/p S gamma",
    .source =
        "De Sensi, Bonato, Saam, Hoefler, Swing: short-cutting rings for higher bandwidth allreduce, NSDI "
        "2024, arXiv:2401.09356",
    .supports = even_ranks,
    .write = write,
    .needs = "an even number of ranks",
};

}  // namespace commlab
