// One-shot as many people write it first: every rank begins with its own vector and adds what the ranks
// before it send, nearest first. The sums differ in their last bits: no two ranks add in the same order,
// and floating-point addition is not associative.
//
//   rank 0:  ((x0 + x3) + x2) + x1
//   rank 1:  ((x1 + x0) + x3) + x2
//
// `commlab verify` reports this. Ranks that go on computing with different bits drift apart; the algorithm
// one-shot avoids that by adding in the order of ranks.
//
// Cost: alpha + (p-1) S (beta + gamma), and no memory beyond the result.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

// In place, a rank's own vector must stay until every rank has it, so the sum grows in scratch.
void write(Schedule& s) {
  const bool in_place = s.collective().in_place;
  const Buffer sum = in_place ? Buffer::scratch : Buffer::output;
  const Group ranks = s.everyone();
  s.next_step();
  for (int i = 1; i < s.ranks(); ++i)
    s.every(ranks, {.to = shift(i),
                    .combine = Combine::reduce,
                    .from = Buffer::input,
                    .into = sum,
                    .with = i == 1 ? Buffer::input : sum});
  if (!in_place) return;
  s.next_step();
  s.every(ranks, {.to = shift(0), .from = Buffer::scratch});
}

}  // namespace

extern constinit const Algorithm all_reduce_one_shot_own_first = {
    .name = "one-shot-own-first",
    .collective = CollectiveKind::all_reduce,
    .idea =
        "Every rank sends everything to everyone and begins the sum with its own vector: last bits differ.",
    .cost = "alpha + (p-1) S (beta + gamma)",
    .source = "microsoft/msccl-tools, all-pairs all-reduce in one step",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
