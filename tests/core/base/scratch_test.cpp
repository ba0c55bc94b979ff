#include "core/base/scratch.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(ClearScratch, KeepsTheMemoryOfASmallVectorAndGivesBackThatOfALargeOne) {
  std::vector<int> small(100);
  std::vector<int> large(100'000);
  clear_scratch(small);
  clear_scratch(large);
  EXPECT_TRUE(small.empty() && large.empty());
  EXPECT_GE(small.capacity(), 100u);
  EXPECT_EQ(large.capacity(), 0u);
}

}  // namespace
}  // namespace commlab
