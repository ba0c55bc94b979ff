#include "core/machine/machine.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(RateCurve, IsLinearInTheLogarithmOfTheSize) {
  const RateCurve curve{{{KiB(4), GBps(3)}, {KiB(64), GBps(11)}}};

  EXPECT_EQ(curve.at(KiB(1)), GBps(3));
  EXPECT_EQ(curve.at(KiB(4)), GBps(3));
  EXPECT_EQ(curve.at(KiB(8)), GBps(5));  // a quarter of the steps from 2^12 to 2^16
  EXPECT_EQ(curve.at(KiB(16)), GBps(7));
  EXPECT_EQ(curve.at(KiB(64)), GBps(11));
  EXPECT_EQ(curve.at(MiB(1)), GBps(11));
}

TEST(RateCurve, FallsAsWellAsRises) {
  const RateCurve curve{{{KiB(1), GBps(9)}, {KiB(4), GBps(5)}}};

  EXPECT_EQ(curve.at(KiB(2)), GBps(7));
  EXPECT_NEAR(curve.at({3 << 10}).bytes_per_second, 9e9 - 4e9 * 1.584962501 / 2, 1e5);  // log2(3)
}

TEST(RateCurve, OfOnePointIsConstant) {
  const RateCurve curve{{{KiB(4), GBps(3)}}};

  EXPECT_TRUE(curve.limited());
  EXPECT_EQ(curve.at({0}), GBps(3));
  EXPECT_EQ(curve.at(MiB(4)), GBps(3));
  EXPECT_FALSE(RateCurve{}.limited());
}

}  // namespace
}  // namespace commlab
