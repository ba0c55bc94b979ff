// What torch.distributed does on CPUs: a ring reduce_scatter in two segments per rank, then the
// finished chunks go once more down the ring. This ring runs towards lower ranks and the usual ring
// towards higher ones, so the two add in different orders.
//
//   ranks with (1e8, 1, -1e8, 1), 8 float32 elements each, exact sum 2:   0 0 1 1 0 0 1 1 on every rank
//
//   chunk c starts at rank c-1, goes down the ring c-2, c-3, ..., is complete at rank c, and goes on down
//
// Cost: 4(p-1) alpha + 2(p-1)/p S beta + (p-1)/p S gamma.
#include "core/algorithms/parts/gloo_ring.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  gloo_reduce_scatter(s, FirstSender::leaves_its_output);
  const int n = s.ranks();
  const Group ring = s.everyone();

  s.phase("all-gather");
  for (int k = 0; k < n - 1; ++k)
    for (int segment = 0; segment < gloo_segments; ++segment) {
      s.next_step();
      for (int i = 0; i < n; ++i)
        s.every(ring, {.to = shift(-1), .block = at(gloo_block(s, i + k) + segment), .who = only(i)});
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
    .supports = gloo_ranks,
    .write = write,
    .needs = "at most 512 ranks, since each of them does something different",
};

}  // namespace commlab
