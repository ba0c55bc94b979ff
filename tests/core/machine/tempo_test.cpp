// What the times of a tempo tell: which of them to time again for a message, and how steady the computer was.

#include "core/machine/tempo.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

TempoTime time_of(Bytes message, Time time) {
  return {.message = message, .time = time, .fastest = time, .slowest = time};
}

Tempo three_sizes() {
  return {.backend = "host",
          .ranks = 4,
          .messages = 6,
          .times = {time_of(KiB(4), microseconds(20)), time_of(KiB(64), microseconds(60)),
                    time_of(MiB(1), microseconds(1500))}};
}

std::vector<Bytes> sizes_near(Bytes message) {
  std::vector<Bytes> sizes;
  for (const TempoTime& time : times_near(three_sizes(), message)) sizes.push_back(time.message);
  return sizes;
}

TEST(Tempo, AMessageIsJudgedByItsOwnSizeOrByItsNeighbours) {
  EXPECT_EQ(sizes_near(KiB(64)), std::vector{KiB(64)});
  EXPECT_EQ(sizes_near(KiB(16)), (std::vector{KiB(4), KiB(64)}));
  EXPECT_EQ(sizes_near(Bytes{0}), std::vector{KiB(4)});
  EXPECT_EQ(sizes_near(MiB(64)), std::vector{MiB(1)});
}

TEST(Tempo, DriftIsExactAtItsSizesAndLinearInLogarithmsBetweenThem) {
  const std::vector<DriftOfSize> known{{KiB(4), 4.0}, {KiB(64), 1.0}};

  EXPECT_DOUBLE_EQ(drift_at(known, KiB(4)), 4);
  EXPECT_DOUBLE_EQ(drift_at(known, KiB(64)), 1);
  EXPECT_DOUBLE_EQ(drift_at(known, KiB(16)), 2);
  EXPECT_DOUBLE_EQ(drift_at(known, Bytes{0}), 4);
  EXPECT_DOUBLE_EQ(drift_at(known, MiB(64)), 1);
}

TEST(Tempo, ADriftWithinTheNoiseIsNone) {
  for (const double none : {1.0, 1.09, 1.1, 0.95, 0.91}) EXPECT_DOUBLE_EQ(beyond_noise(none), 1) << none;
  EXPECT_DOUBLE_EQ(beyond_noise(2.2), 2);
  EXPECT_DOUBLE_EQ(beyond_noise(1 / 2.2), 0.5);
}

TEST(Tempo, TheSizeWhoseSweepsDifferMostIsTheLeastSteady) {
  Tempo tempo = three_sizes();
  EXPECT_DOUBLE_EQ(slowest_by_fastest(least_steady(tempo)), 1);

  tempo.times[1].slowest = microseconds(90);

  EXPECT_EQ(least_steady(tempo).message, KiB(64));
  EXPECT_DOUBLE_EQ(slowest_by_fastest(least_steady(tempo)), 1.5);
}

}  // namespace
}  // namespace commlab
