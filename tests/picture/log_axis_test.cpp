// Which values of a logarithmic axis get a label.
#include "gui/picture/log_axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;

TEST(LogAxis, EqualFactorsAreEqualDistances) {
  const LogRange range{1, 10'000};
  EXPECT_DOUBLE_EQ(range.share(10), 0.25);
  EXPECT_DOUBLE_EQ(range.share(100), 0.5);
  EXPECT_NEAR(range.at(0.75), 1000, 1e-9);
}

TEST(LogAxis, WithinTwoDecadesLabelsStandAtOneTwoFive) {
  EXPECT_THAT(log_ticks({1, 100}, false, 10), ElementsAre(1, 2, 5, 10, 20, 50, 100));
}

TEST(LogAxis, OverManyDecadesLabelsStandAtPowersOfTen) {
  EXPECT_THAT(log_ticks({1, 1e4}, false, 10), ElementsAre(1, 10, 100, 1000, DoubleEq(1e4)));
  EXPECT_THAT(log_ticks({1, 100}, false, 5), ElementsAre(1, 10, 100)) << "no room for other values";
}

TEST(LogAxis, WithinADecadeLabelsAreMultiplesOfARoundStep) {
  EXPECT_THAT(log_ticks({30, 44}, false, 5), ElementsAre(30, 35, 40));
  EXPECT_THAT(log_ticks({0.6, 1.6}, false, 5),
              ElementsAre(DoubleNear(0.6, 1e-9), DoubleNear(0.8, 1e-9), DoubleNear(1.0, 1e-9),
                          DoubleNear(1.2, 1e-9), DoubleNear(1.4, 1e-9), DoubleNear(1.6, 1e-9)));
}

TEST(LogAxis, SizesAreLabelledAtPowersOfTwo) {
  EXPECT_THAT(log_ticks({1000, 20'000}, true, 9), ElementsAre(1024, 2048, 4096, 8192, 16384));
  EXPECT_THAT(log_ticks({1000, 20'000}, true, 3), ElementsAre(1024, 4096, 16384));
}

TEST(LogAxis, NothingIsFromOneToTen) {
  const LogRange range = widened({}, 2);
  EXPECT_EQ(range.least, 1);
  EXPECT_EQ(range.most, 10);
}

}  // namespace
}  // namespace commlab
