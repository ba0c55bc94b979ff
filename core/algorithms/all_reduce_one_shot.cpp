// Every rank sends its whole vector to every other, and every rank adds up all of them in the order of
// ranks, so that all ranks get the same bits.
//
//   everywhere:  ((x0 + x1) + x2) + x3
//
// Cost: alpha + (p-1) S (beta + gamma): one message time, and p-1 times the traffic. For the smallest
// vectors nothing is faster.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

constexpr int most_ranks = 512;  // the schedule stores every single message
// Sums grow in scratch: in place, a rank's own vector must stay as it is until it is added.
void write(Schedule& s) {
  const int n = s.ranks();
  const Group ranks = s.everyone();
  s.next_step();
  for (int from = 0; from < n; ++from)
    for (int i = 0; i < n; ++i)
      s.every(ranks, {.to = at((from + i) % n),
                      .combine = from == 0 ? Combine::copy : Combine::reduce,
                      .from = Buffer::input,
                      .into = from == n - 1 ? Buffer::output : Buffer::scratch,
                      .with = Buffer::scratch,
                      .who = only(from)});
}

}  // namespace

extern constinit const Algorithm all_reduce_one_shot = {
    .name = "one-shot",
    .collective = CollectiveKind::all_reduce,
    .idea = "Every rank sends everything to everyone, and everyone adds it up in the order of ranks.",
    .cost = "alpha + (p-1) S (beta + gamma)",
    .source =
        "NCCL 2.30, symmetric-memory kernel AllReduce_AGxLL_R; microsoft/msccl-tools, all-pairs all-reduce",
    .supports = [](const Collective& c) { return c.ranks <= most_ranks; },
    .write = write,
    .needs = "at most 512 ranks, since each of them does something different",
};

}  // namespace commlab
