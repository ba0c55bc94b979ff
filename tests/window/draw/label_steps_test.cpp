// Which rows get a label.

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/draw/label_steps.h"

namespace commlab {
namespace {

// Guards against a fixed bug: of 64 rows every second one was named, but not the last, so the number of rows
// could not be seen.
TEST(LabelSteps, AlwaysNamesTheLastAndLaysNoTwoOnEachOther) {
  using testing::ElementsAre;
  EXPECT_THAT(label_steps(4, 20, 13), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(label_steps(8, 7, 13), ElementsAre(0, 2, 4, 7));
  EXPECT_THAT(label_steps(1, 5, 13), ElementsAre(0));
  EXPECT_THAT(label_steps(2, 5, 13), ElementsAre(0));
  for (const int n : {8, 63, 64, 1000, 1024})
    for (const double each : {0.4, 3.0, 6.5, 12.0}) {
      const std::vector<int> named = label_steps(n, each, 13);
      if (n * each < 26) continue;
      EXPECT_EQ(named.front(), 0);
      EXPECT_EQ(named.back(), n - 1) << each;
      EXPECT_GE(n * each - 13, named[named.size() - 2] * each + 13 - 1e-9) << n << " " << each;
    }
}

}  // namespace
}  // namespace commlab
