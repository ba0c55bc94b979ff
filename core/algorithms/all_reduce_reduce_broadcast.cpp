// First rank 0 gets the sum of all vectors, then it tells everyone: the library's binomial reduce
// and its binomial broadcast, one after the other.
//
//   reduce:     0 <- 1, 2 <- 3, ...;  0 <- 2, ...;  0 <- 4       all of S in every message
//   broadcast:  0 -> 4;  0 -> 2, ...;  0 -> 1, 2 -> 3, ...
//
// Few rounds, but each of them moves the whole vector and most ranks are idle: compare it with
// reduce-scatter-all-gather, which sends the same sums in blocks.
//
// Cost: 2 ceil(log2 p) (alpha + S beta) + ceil(log2 p) S gamma.
#include "core/schedule/algorithm.h"
#include "core/schedule/concat.h"

namespace commlab {

extern const Algorithm reduce_binomial, broadcast_binomial;

namespace {

void write(Schedule& s) {
  s.phase("reduce");
  concat(s, {.schedule = schedule_for(reduce_binomial, s), .in = {.scratch = Buffer::output}});
  s.phase("broadcast");
  concat(s, {.schedule = schedule_for(broadcast_binomial, s), .in = {.input = Buffer::output}});
}

}  // namespace

extern constinit const Algorithm all_reduce_reduce_broadcast = {
    .name = "reduce-broadcast",
    .collective = CollectiveKind::all_reduce,
    .idea = "Rank 0 gets the sum of all vectors up a tree, then tells everyone down the same tree.",
    .cost = "2 ceil(log2 p) (alpha + S beta) + ceil(log2 p) S gamma",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
