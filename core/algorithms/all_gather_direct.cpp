// Every rank sends its block to every other, all at once, beginning with its neighbour so
// that no rank is everyone's first destination.
//
// Cost: alpha + (p-1)/p S beta on single-hop fabrics.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ranks = s.everyone();
  s.next_step();
  for (int i = 0; i < s.ranks(); ++i)
    s.every(ranks, {.to = shift(i), .block = shift(0), .from = Buffer::input});
}

}  // namespace

extern constinit const Algorithm all_gather_direct = {
    .name = "direct",
    .collective = CollectiveKind::all_gather,
    .idea = "Every rank sends its block straight to every other.",
    .cost = "alpha + (p-1)/p S beta",
    .source = "microsoft/msccl-tools, all-pairs all-gather",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
