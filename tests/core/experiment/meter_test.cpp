// How rounds are counted, and what is computed from their times.

#include "core/experiment/meter.h"

#include <stop_token>

#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(Rounds, TellTheFirstCallApartFromTheOthers) {
  int calls = 0;
  const auto rounds = in_rounds(4, {}, [&]() -> Result<Time> {
    ++calls;
    return calls == 1 ? microseconds(500) : microseconds(calls);
  });

  ASSERT_TRUE(rounds);
  EXPECT_EQ(calls, 1 + 2 + 4) << "the first call, two to warm up, four rounds";
  EXPECT_EQ(rounds->first, microseconds(500));
  EXPECT_EQ(rounds->min, microseconds(4));
  EXPECT_EQ(rounds->median, microseconds(5)) << "with an even count, the median is a measured time";
  EXPECT_EQ(rounds->max, microseconds(7));
  EXPECT_EQ(rounds->count, 4);
}

TEST(Rounds, EndWhereOneFails) {
  int calls = 0;
  const auto rounds = in_rounds(20, {}, [&]() -> Result<Time> {
    if (++calls == 5) return fail(Fault::runtime, "the fifth");
    return microseconds(1);
  });

  ASSERT_FALSE(rounds);
  EXPECT_EQ(rounds.error().message, "the fifth");
  EXPECT_EQ(calls, 5);
}

TEST(Rounds, EndAfterTheOneInWhichAStopIsAskedFor) {
  std::stop_source stop;
  int calls = 0;
  const auto round = [&]() -> Result<Time> {
    if (++calls == 5) stop.request_stop();
    return microseconds(1);
  };

  const auto rounds = in_rounds(20, stop.get_token(), round);
  const auto further = in_rounds(20, stop.get_token(), round);

  ASSERT_FALSE(rounds);
  EXPECT_EQ(rounds.error().message, "stopped");
  EXPECT_EQ(further.error().message, "stopped");
  EXPECT_EQ(calls, 5) << "no further round begins";
}

TEST(Overlap, HidesWhatTheShorterOneTakes) {
  const auto taking = [](std::int64_t us) { return Rounds{.median = microseconds(us), .count = 1}; };
  OverlapReport report{.copy = taking(10), .compute = taking(8), .together = taking(10)};
  EXPECT_DOUBLE_EQ(report.hidden_percent(), 100);
  report.together = taking(14);
  EXPECT_DOUBLE_EQ(report.hidden_percent(), 50);
  report.together = taking(18);
  EXPECT_DOUBLE_EQ(report.hidden_percent(), 0);
  report.together = taking(20);
  EXPECT_LT(report.hidden_percent(), 0);
}

TEST(Rate, IsBytesOverTime) {
  EXPECT_DOUBLE_EQ(rate_GBps({8000}, nanoseconds(1000)), 8);
  EXPECT_EQ(rate_GBps({8000}, Time{}), 0);
}

}  // namespace
}  // namespace commlab
