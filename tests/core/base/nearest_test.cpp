#include "core/base/nearest.h"

#include <vector>

#include <gtest/gtest.h>

namespace commlab {
namespace {

const std::vector<std::string> names = {"ring", "tree", "recursive-doubling", "hcm8"};

TEST(Nearest, FindsTheWordATypoMeant) {
  for (const char* swapped : {"irng", "rnig", "rign"})  // two neighbouring letters each
    EXPECT_EQ(nearest(swapped, names), "ring") << swapped;
  EXPECT_EQ(nearest("rin", names), "ring");
  EXPECT_EQ(nearest("recursive-dubling", names), "recursive-doubling");
  EXPECT_EQ(nearest("HCM8", names), "hcm8");
}

TEST(Nearest, IsEmptyWhereNothingIsNear) {
  EXPECT_EQ(nearest("butterfly", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest("ring", {}), "");
}

TEST(Nearest, PrefersTheFirstOfEquallyNearWords) {
  const std::vector<std::string> tie = {"bing", "sing"};
  EXPECT_EQ(nearest("ring", tie), "bing");
}

TEST(Suggestion, IsAClauseToAppendToAnError) {
  EXPECT_EQ(suggestion("hmc8", names), " (did you mean hcm8?)");
  EXPECT_EQ(suggestion("butterfly", names), "");
}

// The table of distances would take gigabytes.
TEST(Nearest, ALongTextIsNoName) { EXPECT_EQ(nearest(std::string(100'000'000, 'r'), names), ""); }

}  // namespace
}  // namespace commlab
