// Two rings over the same ranks, one in each direction, with half of every block on each. Each half goes
// round once to be summed, and once more to be shared.
//
//        0 ---> 1 ---> 2 ---> 3 ---> 0      first halves
//        0 <--- 1 <--- 2 <--- 3 <--- 0      second halves
//
// Cost: 2(p-1) alpha + (p-1)/p S (beta + gamma) where each direction has a link of its own: half the
// ring's traffic on each. With one port per rank, it is not faster than the ring.
#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"

namespace commlab {

extern const Algorithm reduce_scatter_bidirectional_ring, all_gather_bidirectional_ring;

namespace {

void write(Schedule& s) {
  s.cut_into(s.ranks());
  s.split_into(2);
  s.phase("reduce-scatter");
  concat(s,
         {.schedule = schedule_for(reduce_scatter_bidirectional_ring, s), .in = {.scratch = Buffer::output}});
  s.phase("all-gather");
  concat(s, {.schedule = schedule_for(all_gather_bidirectional_ring, s), .in = {.input = Buffer::output}});
}

}  // namespace

extern constinit const Algorithm all_reduce_bidirectional_ring = {
    .name = "bidirectional-ring",
    .collective = CollectiveKind::all_reduce,
    .idea = "Half of every block goes round the ring twice, the other half the other way.",
    .cost = "2(p-1) alpha + (p-1)/p S (beta + gamma)",
    .source =
        "Chan, Heimlich, Purkayastha, van de Geijn, Collective communication: theory, practice, and "
        "experience, CCPE 19(13), 2007: the bucket algorithm, here one each way round",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
