#include "core/algorithms/parts/gloo_ring.h"

namespace commlab {

int gloo_block(const Schedule& s, int chunk) { return gloo_segments * (chunk % s.ranks()); }

void gloo_reduce_scatter(Schedule& s, FirstSender first) {
  const int n = s.ranks();
  s.cut_into(gloo_segments * n);
  s.partition_rule(PartitionRule::blocked);
  const Group ring = s.everyone();

  s.phase("reduce-scatter");
  for (int k = 0; k < n - 1; ++k)
    for (int segment = 0; segment < gloo_segments; ++segment) {
      s.next_step();
      for (int i = 0; i < n; ++i) {
        const Pattern block = at(gloo_block(s, i + 1 + k) + segment);
        if (k == 0 && first == FirstSender::keeps_its_input)
          s.every(ring, {.to = shift(0), .block = block, .from = Buffer::input, .who = only(i)});
        s.every(ring, {.to = shift(-1),
                       .block = block,
                       .combine = Combine::reduce,
                       .from = k == 0 ? Buffer::input : Buffer::output,
                       .with = Buffer::input,
                       .who = only(i)});
      }
    }
}

}  // namespace commlab
