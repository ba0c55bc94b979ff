#include "core/base/percentile.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(Percentile, LiesBetweenTwoValues) {
  EXPECT_EQ(percentile({}, .5), 0);
  EXPECT_EQ(percentile({3}, .9), 3);
  EXPECT_EQ(percentile({4, 1, 3, 2}, .5), 2.5);
  EXPECT_EQ(percentile({1, 2, 3, 4, 5}, 0), 1);
  EXPECT_EQ(percentile({5, 4, 3, 2, 1}, 1), 5);
  EXPECT_NEAR(percentile({0, 10}, .9), 9, 1e-12);
}

}  // namespace
}  // namespace commlab
