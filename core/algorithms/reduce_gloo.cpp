// What torch.distributed does on CPUs: a ring reduce_scatter in two segments per rank, then every
// rank sends its finished chunk to the root. The ring works in the output, on every rank, and
// nobody cleans up: who is not the root keeps partial sums.
//
//   4 ranks of ones, one element, root 0:      after    4  3  2  1
//   the same with root 2:                               4  3  4  1
//   four elements, root 0:     4444  3344  2233  1122
//
//   chunk c starts at rank c-1, goes down the ring c-2, c-3, ..., and is complete at rank c
//
// Cost: (2p-1) alpha + 2(p-1)/p S beta + (p-1)/p S gamma.
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
  const auto first_block_of = [&](int chunk) { return segments * (chunk % n); };

  s.phase("reduce-scatter");
  for (int k = 0; k < n - 1; ++k)
    for (int segment = 0; segment < segments; ++segment) {
      s.next_step();
      for (int i = 0; i < n; ++i) {
        const Pattern block = at(first_block_of(i + 1 + k) + segment);
        if (k == 0) s.every(ring, {.to = shift(0), .block = block, .from = Buffer::input, .who = only(i)});
        s.every(ring, {.to = shift(-1),
                       .block = block,
                       .combine = Combine::reduce,
                       .from = k == 0 ? Buffer::input : Buffer::output,
                       .with = Buffer::input,
                       .who = only(i)});
      }
    }

  s.phase("gather");
  s.next_step();
  for (int i = 0; i < n; ++i)
    if (s.rank_at(i) != s.root())
      s.one(s.rank_at(i), s.root(), {.block = at(first_block_of(i)), .blocks = segments});
}

}  // namespace

extern constinit const Algorithm reduce_gloo = {
    .name = "gloo",
    .collective = CollectiveKind::reduce,
    .idea =
        "A ring reduce_scatter in the output of every rank, then the chunks go to the root; the rest is "
        "left.",
    .cost = "(2p-1) alpha + 2(p-1)/p S beta + (p-1)/p S gamma",
    .source = "facebookincubator/gloo, gloo/reduce.cc",
    .supports = [](const Collective& c) { return c.ranks <= most_ranks; },
    .write = write,
    .needs = "at most 512 ranks: no two of them do the same",
};

}  // namespace commlab
