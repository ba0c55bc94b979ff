// Letters and words of typed text.

#include "core/base/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::ElementsAre;

TEST(Words, PartsBetweenSeparatorsMayBeEmpty) {
  EXPECT_THAT(split_at("4x4", 'x'), ElementsAre("4", "4"));
  EXPECT_THAT(split_at("8,450GB/s,", ','), ElementsAre("8", "450GB/s", ""));
  EXPECT_THAT(split_at(",,", ','), ElementsAre("", "", ""));
  EXPECT_THAT(split_at("alone", ','), ElementsAre("alone"));
  EXPECT_THAT(split_at("", ','), ElementsAre(""));
}

TEST(Words, BlanksAtTheEndsAreLeftOut) {
  EXPECT_EQ(trimmed(" \ta b\r"), "a b");
  EXPECT_EQ(trimmed("ab"), "ab");
  EXPECT_EQ(trimmed(" \r\t"), "");
  EXPECT_EQ(trimmed(""), "");
}

}  // namespace
}  // namespace commlab
