// The sum is first spread over the ranks, one block each, then shared: the library's ring
// reduce_scatter and its ring all_gather, one after the other.
//
//   reduce_scatter:  every rank has 1/p of the sum       (p-1)/p S sent by each rank
//   all_gather:      every rank has all of it            (p-1)/p S again
//
// Compare it with reduce-broadcast: there every message is all of S. The price of the blocks is a
// number of messages that grows with p, not with log p. The ring algorithm of all_reduce is this
// one, written on one page.
//
// Cost: 2(p-1) alpha + 2(p-1)/p S beta + (p-1)/p S gamma.
#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"

namespace commlab {

extern const Algorithm reduce_scatter_ring, all_gather_ring;

namespace {

void write(Schedule& s) {
  s.cut_into(s.ranks());
  s.phase("reduce-scatter");
  concat(s, {.schedule = schedule_for(reduce_scatter_ring, s), .in = {.scratch = Buffer::output}});
  s.phase("all-gather");
  concat(s, {.schedule = schedule_for(all_gather_ring, s), .in = {.input = Buffer::output}});
}

}  // namespace

extern constinit const Algorithm all_reduce_reduce_scatter_all_gather = {
    .name = "reduce-scatter-all-gather",
    .collective = CollectiveKind::all_reduce,
    .idea = "Spread the sum over the ranks, one block each, then share the blocks, both round the ring.",
    .cost = "2(p-1) alpha + 2(p-1)/p S beta + (p-1)/p S gamma",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
