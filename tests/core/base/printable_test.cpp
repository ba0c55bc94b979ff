// Texts of other processes on a terminal.

#include "core/base/printable.h"

#include <gtest/gtest.h>

#include <random>

namespace commlab {
namespace {

TEST(Printable, TextsStayAsTheyAre) {
  for (const char* text :
       {"", "rank 2 was ended by signal 9 (Killed)", "42 µs – Größe 数 🙂", "\\n is not a newline"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, WhatMovesTheCursorOrTheLineIsEscaped) {
  EXPECT_EQ(printable("a\x1b[2J\x1b]0;title\ab"), "a\\x1b[2J\\x1b]0;title\\x07b");
  EXPECT_EQ(printable("one\r\ntwo\tthree\x7f"), "one\\x0d\\ntwo\\x09three\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\u009b31m")
      << "the control sequence introducer as one character";
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
}

TEST(Printable, WhatTurnsTheReadingDirectionOrIsHiddenIsEscaped) {
  EXPECT_EQ(printable("a\u202e"
                      "cba\u2066x"),
            "a\\u202ecba\\u2066x");
  EXPECT_EQ(printable("a\u200b\u2028\ufeff\U000e0041"), "a\\u200b\\u2028\\ufeff\\ue0041");
}

// Invalid, cut short, longer than needed, a surrogate, beyond Unicode.
TEST(Printable, BytesThatAreNoTextAreEscaped) {
  EXPECT_EQ(printable("a\xff"
                      "b"),
            "a\\xffb");
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b");
  EXPECT_EQ(printable("\xe0\x80\x9b"), "\\xe0\\x80\\x9b");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(printable("\xf5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80");
}

TEST(Printable, LongTextsAreCutBetweenCharacters) {
  EXPECT_EQ(printable("abcdef", 3), "abc...");
  EXPECT_EQ(printable("aµµ", 4), "aµ...");
  EXPECT_EQ(printable(std::string(longest_shown + 1, 'a')), std::string(longest_shown, 'a') + "...");
}

TEST(Printable, OfAnyBytesIsPlain) {
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::string text(random() % 40, ' ');
    for (char& c : text) c = static_cast<char>(random());
    const std::string shown = printable(text);
    for (const char c : shown) EXPECT_FALSE((c >= 0 && c < ' ') || c == 0x7f);
    EXPECT_EQ(printable(shown), shown);
  }
}

}  // namespace
}  // namespace commlab
