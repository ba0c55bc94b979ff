// Each chunk goes round the ring twice: once to be summed, once to be shared.
//
//   sum, step k:    r sends chunk r-k   to r+1, which adds its own input to it
//   share, step k:  r sends chunk r+1-k to r+1, which keeps it
//
// Cost: 2(p-1) alpha + 2(p-1)/p S beta + (p-1)/p S gamma: the least traffic there is.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  s.cut_into(s.ranks());
  const Group ring = s.everyone();

  s.phase("reduce-scatter");
  for (int k = 0; k < s.ranks() - 1; ++k) {
    s.next_step();
    s.every(ring, {.to = shift(1),
                   .block = shift(-k),
                   .combine = Combine::reduce,
                   .from = k == 0 ? Buffer::input : Buffer::output,
                   .with = Buffer::input});
  }

  // Rank r now has all of chunk r+1. Share: each complete chunk travels once more round the ring.
  s.phase("all-gather");
  for (int k = 0; k < s.ranks() - 1; ++k) {
    s.next_step();
    s.every(ring, {.to = shift(1), .block = shift(1 - k)});
  }
}

}  // namespace

extern constinit const Algorithm all_reduce_ring = {
    .name = "ring",
    .collective = CollectiveKind::all_reduce,
    .idea = "Each chunk goes round the ring twice: once to be summed, once to be shared.",
    .cost = "2(p-1) alpha + 2(p-1)/p S beta + (p-1)/p S gamma",
    .source =
        "Patarasuk, Yuan, Bandwidth optimal all-reduce algorithms, JPDC 69(2), 2009; NCCL 2.28, "
        "src/device/all_reduce.h",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
