// Code in letters of equal width.

#include "gui/window/draw/code_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::ElementsAre;

TEST(CodeText, IsAsWideAsItHasLetters) {
  EXPECT_EQ(width_of_code("", 20), 0);
  EXPECT_DOUBLE_EQ(width_of_code("iiii", 20), width_of_code("WWWW", 20));
  EXPECT_DOUBLE_EQ(width_of_code("α→β", 20), width_of_code("abc", 20)) << "letters, not bytes";
  EXPECT_DOUBLE_EQ(width_of_code("abc", 40), 2 * width_of_code("abc", 20));
}

TEST(CodeText, BreaksAfterBlanksAndElseAnywhereAndKeepsEveryLetter) {
  const double ten = width_of_code("0123456789", 20) + 0.1;
  EXPECT_THAT(wrapped_code("send(a, b)", ten, 20), ElementsAre("send(a, b)"));
  EXPECT_THAT(wrapped_code("send(a, b); recv(c)", ten, 20), ElementsAre("send(a,", "b);", "recv(c)"));
  EXPECT_THAT(wrapped_code("abcdefghijklm", ten, 20), ElementsAre("abcdefghij", "klm"));
  EXPECT_THAT(wrapped_code("αβγδεζηθικλμ", ten, 20), ElementsAre("αβγδεζηθικ", "λμ"));
  EXPECT_THAT(wrapped_code("", ten, 20), ElementsAre(""));
  EXPECT_THAT(wrapped_code("ab", 0, 20), ElementsAre("a", "b")) << "a piece has at least one letter";
}

TEST(CodeText, NoPieceIsWiderThanTheRoom) {
  const std::string_view line = "copy(chunk(x, (rank - k - 1) % ranks, 4), chunk(arrived, k, 4))";
  for (double width = 60; width < 800; width += 7)
    for (const std::string_view piece : wrapped_code(line, width, 16))
      EXPECT_LE(width_of_code(piece, 16), width);
}

}  // namespace
}  // namespace commlab
