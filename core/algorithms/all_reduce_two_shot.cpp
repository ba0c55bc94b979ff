// First every rank sums its own block of everyone's vectors, then everyone gets every block;
// both straight from rank to rank, all at once.
//
//   shot 1:  r sends block d to d, which adds it      shot 2:  r sends block r to everyone
//
// Cost: 2 alpha + 2(p-1)/p S beta + (p-1)/p S gamma on single-hop fabrics.
#include "core/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  s.cut_into(s.ranks());
  const Group ranks = s.everyone();

  s.phase("reduce-scatter");
  s.next_step();
  for (int i = 1; i < s.ranks(); ++i)
    s.every(ranks, {.to = shift(i),
                    .block = shift(i),
                    .combine = Combine::reduce,
                    .from = Buffer::input,
                    .with = i == 1 ? Buffer::input : Buffer::output});

  s.phase("all-gather");
  s.next_step();
  for (int i = 1; i < s.ranks(); ++i) s.every(ranks, {.to = shift(i), .block = shift(0)});
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
