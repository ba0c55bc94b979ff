// Members time themselves: neither the offset of their clocks nor a late start of another is in their times.

#include "gpu/net/group/stamps_message.h"

#include <gtest/gtest.h>

#include "tests/gpu/hand_written.h"

namespace commlab {
namespace {

// What a member reports that began at this time of its own clock and needed so long.
std::vector<std::byte> report(const IssueOrder& order, Rank rank, HostTime began, HostTime needed) {
  Iteration iteration;
  iteration.opened = began;
  iteration.began.assign(order.lanes.size(), began);
  iteration.ended.assign(order.lanes.size(), began + needed);
  iteration.stamps.assign(order.instructions.size(), {began, began, began, began + needed});
  return stamps_of(order, iteration, rank);
}

TEST(StampsMessage, EachRankHasItsOwnTime) {
  const Programs programs = exchange_of_two(16);
  const IssueOrder order = issue_order(programs).value();
  constexpr HostTime offset = 5'000'000'000, wrong_by = 40'000, late_by = 300'000;  // nanoseconds
  Iteration all;
  all.began.resize(order.lanes.size());
  all.ended.resize(order.lanes.size());
  all.stamps.resize(order.instructions.size());
  ASSERT_TRUE(add_stamps(report(order, 0, 1'000'000, 9'000), order, 0, 0, all));
  ASSERT_TRUE(
      add_stamps(report(order, 1, 1'000'000 + offset + late_by, 7'000), order, 1, offset + wrong_by, all));

  EXPECT_EQ(all.time(), nanoseconds(9'000)) << "the slowest rank's";
  EXPECT_EQ(all.over_ranks().mean, nanoseconds(8'000));
  EXPECT_EQ(all.over_ranks().min, nanoseconds(7'000));
  all.calls = 10;
  EXPECT_EQ(all.time(), nanoseconds(900));
}

}  // namespace
}  // namespace commlab
