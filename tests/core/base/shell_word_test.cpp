// What is copied into a shell arrives as it was.

#include "core/base/shell_word.h"

#include <cstdio>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

// What the words of the line are to a shell, a line each.
std::string as_a_shell_reads(const std::string& line) {
  std::FILE* const shell =
      ::popen(("for word in " + line + "; do printf '%s\\n' \"$word\"; done").c_str(), "r");
  std::string read;
  for (int c = std::fgetc(shell); c != EOF; c = std::fgetc(shell)) read += static_cast<char>(c);
  EXPECT_EQ(::pclose(shell), 0) << line;
  return read;
}

TEST(ShellWords, ArriveAsTheyWereWhateverIsInThem) {
  std::vector<std::string> words = {
      "",      "ring", "2x dgx-h100", "*",    "~",     "~root",      "a b  c",      " ",
      "-",     "--",   "$HOME",       "`ls`", "\"",    "'",          "it's \"so\"", "\\",
      "a\\ b", "#no",  "a#b",         "!!",   "{a,b}", "[a]",        "?",           "<in",
      ">out",  "a|b",  "a;b",         "a&b",  "(a)",   "größe.toml", "\t"};
  for (int c = 1; c < 127; ++c)
    if (c != '\n') words.push_back(std::string("x") + static_cast<char>(c) + "y");
  std::string expected;
  for (const std::string& word : words) expected += word + "\n";

  EXPECT_EQ(as_a_shell_reads(shell_line(words)), expected);
}

TEST(ShellWords, AreQuotedOnlyWhereItIsNeeded) {
  EXPECT_EQ(shell_line(std::vector<std::string>{"window", "--machine", "2x dgx-h100", "--at", "6.8us", "--to",
                                                "1,2"}),
            "window --machine \"2x dgx-h100\" --at 6.8us --to 1,2");
  EXPECT_EQ(shell_word("cost $5"), "'cost $5'");
}

}  // namespace
}  // namespace commlab
