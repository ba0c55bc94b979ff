// First every rank sums its own block of everyone's vectors, then everyone gets every block;
// both straight from rank to rank, all at once.
//
//   shot 1:  r sends block d to d, which adds it      shot 2:  r sends block r to everyone
//
// Cost: 2 alpha + 2(p-1)/p S beta + (p-1)/p S gamma on single-hop fabrics.
#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"

namespace commlab {
extern const Algorithm reduce_scatter_direct, all_gather_direct;

namespace {

void write(Schedule& s) {
  s.cut_into(s.ranks());
  s.phase("reduce-scatter");
  concat(s, {schedule_for(reduce_scatter_direct, s)});
  s.phase("all-gather");
  concat(s, {.schedule = schedule_for(all_gather_direct, s), .in = {.input = Buffer::output}});
}

}  // namespace

extern constinit const Algorithm all_reduce_two_shot = {
    .name = "two-shot",
    .collective = CollectiveKind::all_reduce,
    .idea = "Every rank sums one block of all vectors, then sends it to everyone.",
    .cost = "2 alpha + 2(p-1)/p S beta + (p-1)/p S gamma",
    .source = "NCCL 2.30, symmetric-memory kernel AllReduce_RSxLD_AGxST",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
