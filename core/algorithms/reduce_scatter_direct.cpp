// Every rank sends block d straight to rank d, all at once; d adds the arrivals in a fixed
// order (r-1, r-2, ...), so the sum is the same in whatever order the messages come.
//
// Cost: alpha + (p-1)/p S (beta + gamma) on single-hop fabrics.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ranks = s.everyone();
  s.next_step();
  for (int i = 1; i < s.ranks(); ++i)
    s.every(ranks, {.to = shift(i),
                    .block = shift(i),
                    .combine = Combine::reduce,
                    .from = Buffer::input,
                    .with = i == 1 ? Buffer::input : Buffer::output});
}

}  // namespace

extern constinit const Algorithm reduce_scatter_direct = {
    .name = "direct",
    .collective = CollectiveKind::reduce_scatter,
    .idea = "Every rank sends each block straight to the rank that sums it.",
    .cost = "alpha + (p-1)/p S (beta + gamma)",
    .source = "microsoft/msccl-tools, all-pairs reduce-scatter",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
