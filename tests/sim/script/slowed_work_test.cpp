// Work at changing speeds: its end, and when which part of it is done.

#include <gtest/gtest.h>

#include "sim/script/slowed_work.h"

namespace commlab {
namespace {

TEST(SlowedWork, AtFullSpeedEndsAfterItsTime) {
  for (const Time work : {Time{}, Time{1}, milliseconds(10), milliseconds(86'400'000)}) {
    const SlowedWork undisturbed(work, microseconds(3));
    EXPECT_EQ(undisturbed.end(), microseconds(3) + work);
    EXPECT_FALSE(undisturbed.was_slowed());
    EXPECT_EQ(undisturbed.when(work), undisturbed.end());
  }
}

// 4 ms at the full speed, 4 ms at half of it, and 4 ms at a quarter: 4 + 2 + 1 of 10 ms. The other 3 follow
// at once.
TEST(SlowedWork, EndsWhenItsPartsAreDone) {
  const auto ms = [](int n) { return milliseconds(n); };
  SlowedWork work(ms(10), ms(1));
  work.set_speed(full_speed / 2, ms(5));
  EXPECT_EQ(work.end(), ms(5 + 12));
  work.set_speed(full_speed / 4, ms(9));
  EXPECT_EQ(work.end(), ms(9 + 16));
  work.set_speed(full_speed, ms(13));

  EXPECT_EQ(work.end(), ms(16));
  for (const auto& [done, moment] :
       {std::pair(0, 1), {2, 3}, {4, 5}, {5, 7}, {6, 9}, {7, 13}, {8, 14}, {10, 16}})
    EXPECT_EQ(work.when(ms(done)), ms(moment)) << done;
}

TEST(SlowedWork, StandsStillAtNoSpeed) {
  SlowedWork work(milliseconds(10), Time{});
  work.set_speed(0, milliseconds(4));
  EXPECT_EQ(work.end(), never);
  work.set_speed(full_speed, milliseconds(9));
  EXPECT_EQ(work.end(), milliseconds(15));

  SlowedWork done(milliseconds(10), Time{});
  done.set_speed(0, milliseconds(10));
  EXPECT_EQ(done.end(), milliseconds(10));
}

// Its speed may be any fraction: 10 ms at n/132 take 10 ms * 132/n, to the nearest picosecond.
TEST(SlowedWork, EndsAtTheNearestPicosecond) {
  for (std::int64_t n = 1; n <= 132; ++n)
    for (const Time work : {Time{1}, microseconds(1), milliseconds(10)}) {
      SlowedWork slow(work, Time{});
      slow.set_speed(full_speed * n / 132, Time{});
      EXPECT_EQ(slow.end().ps, (work.ps * 132 + n / 2) / n) << n;
    }
}

// Each change has a stamp of its own; a speed that is the same is no change.
TEST(SlowedWork, TellsItsEndsApart) {
  SlowedWork work(milliseconds(10), Time{});
  EXPECT_EQ(work.stamp(), 0U);
  work.set_speed(full_speed, milliseconds(1));
  EXPECT_EQ(work.stamp(), 0U);
  work.set_speed(full_speed / 3, milliseconds(2));
  EXPECT_EQ(work.stamp(), 1U);
}

}  // namespace
}  // namespace commlab
