// The circulant reduce-scatter, then the circulant all-gather, which is the first one backwards.
//
//   p = 5, rank r:    reduce-scatter                            all-gather
//                     to r+3: r+3 r+4, to r+2: r+2, to r+1: r+1 | to r-1: r, to r-2: r, to r-3: r r+1
//
// Cost: 2 ceil(log2 p) alpha + 2(p-1)/p S beta + (p-1)/p S gamma: as much as halving and doubling costs
// on a power of two, but for every p.
#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"

namespace commlab {

extern const Algorithm reduce_scatter_circulant, all_gather_circulant;

namespace {

void write(Schedule& s) {
  s.cut_into(s.ranks());
  s.phase("reduce-scatter");
  concat(s, {.schedule = schedule_for(reduce_scatter_circulant, s), .in = {.scratch = Buffer::output}});
  s.phase("all-gather");
  concat(s, {.schedule = schedule_for(all_gather_circulant, s), .in = {.input = Buffer::output}});
}

}  // namespace

extern constinit const Algorithm all_reduce_circulant = {
    .name = "circulant",
    .collective = CollectiveKind::all_reduce,
    .idea = "Halve and add by distances that suit every number of ranks, then all the way back.",
    .cost = "2 ceil(log2 p) alpha + 2(p-1)/p S beta + (p-1)/p S gamma",
    .source =
        "Traeff, Optimal, non-pipelined reduce-scatter and allreduce algorithms, 2025, doi 10.34726/10760",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
