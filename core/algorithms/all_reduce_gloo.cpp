// What torch.distributed does on CPUs: a ring reduce_scatter in two segments per rank, then the
// finished chunks go once more down the ring. It runs towards lower ranks, where the canonical ring runs
// towards higher ones, so that the two add up in different orders.
//
//   (1e8, 1, -1e8, 1), 8 float32 elements each, exact sum 2:   0 0 1 1 0 0 1 1 on every rank
//
//   chunk c starts at rank c-1, goes down the ring c-2, c-3, ..., is complete at rank c, and goes on down
//
// Cost: 4(p-1) alpha + 2(p-1)/p S beta + (p-1)/p S gamma.
#include "core/algorithm.h"

namespace commlab {
namespace {

constexpr int most_ranks = 512;  // each message is written down
constexpr int segments = 2;      // per chunk

void write(Schedule& s) {
  const int n = s.ranks();
  s.cut_into(segments * n);
  s.partition_rule(PartitionRule::blocked);
  const Group ring = s.everyone();
  const auto block = [&](int chunk, int segment) { return at(segments * (chunk % n) + segment); };

  s.phase("reduce-scatter");
  for (int k = 0; k < n - 1; ++k)
    for (int segment = 0; segment < segments; ++segment) {
      s.next_step();
      for (int i = 0; i < n; ++i)
        s.every(ring, {.to = shift(-1),
                       .block = block(i + 1 + k, segment),
                       .combine = Combine::reduce,
                       .from = k == 0 ? Buffer::input : Buffer::output,
                       .with = Buffer::input,
                       .who = only(i)});
    }

  s.phase("all-gather");
  for (int k = 0; k < n - 1; ++k)
    for (int segment = 0; segment < segments; ++segment) {
      s.next_step();
      for (int i = 0; i < n; ++i)
        s.every(ring, {.to = shift(-1), .block = block(i + k, segment), .who = only(i)});
    }
}

}  // namespace

extern constinit const Algorithm all_reduce_gloo = {
    .name = "gloo",
    .collective = CollectiveKind::all_reduce,
    .idea =
        "A ring reduce_scatter towards lower ranks in two segments per rank, then the chunks go round once "
        "more.",
    .cost = "4(p-1) alpha + 2(p-1)/p S beta + (p-1)/p S gamma",
    .source = "facebookincubator/gloo, gloo/allreduce.cc",
    .supports = [](const Collective& c) { return c.ranks <= most_ranks; },
    .write = write,
    .needs = "at most 512 ranks: no two of them do the same",
};

}  // namespace commlab
