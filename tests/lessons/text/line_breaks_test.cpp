// Words that belong together, such as a number and its unit, stay on one line.
#include "lessons/text/line_breaks.h"

#include <gtest/gtest.h>

#include "gui/cli/output/prose_text.h"

namespace commlab {
namespace {

// The first part of the line that must not be broken.
std::string_view first_of(std::string_view line) { return line.substr(0, end_of_unbreakable(line, 0)); }

TEST(Unbroken, IsAWord) {
  EXPECT_EQ(first_of("each chunk"), "each");
  EXPECT_EQ(first_of("each"), "each");
  EXPECT_EQ(first_of(""), "");
  EXPECT_EQ(first_of(" - b"), "") << "it begins with the space";
}

TEST(Unbroken, IsANumberWithItsUnit) {
  EXPECT_EQ(first_of("53.3 ms, no more"), "53.3 ms,");
  EXPECT_EQ(first_of("3 links"), "3");
  EXPECT_EQ(first_of("3, ms"), "3,");
}

TEST(Unbroken, IsAFormula) {
  EXPECT_EQ(first_of("r - k is sent"), "r - k");
  EXPECT_EQ(first_of("2 (n - 1) / n of it"), "2 (n - 1) / n");
  EXPECT_EQ(first_of("14 / 8 * 400 MB more"), "14 / 8 * 400 MB");
  EXPECT_EQ(first_of("2 (or three)"), "2");
}

TEST(Unbroken, EndsWithAClause) { EXPECT_EQ(first_of("k, - 1"), "k,"); }

TEST(Unbroken, IsNoLongerThanPartOfALine) {
  const std::string_view formula = "aaaaaaaa + bbbbbbbb + cccccccc + dddddddd";
  EXPECT_EQ(first_of(formula), "aaaaaaaa + bbbbbbbb +");
  EXPECT_EQ(formula.substr(22, end_of_unbreakable(formula, 22) - 22), "cccccccc + dddddddd");
}

TEST(Unbroken, StaysInALineOfATerminal) {
  EXPECT_EQ(prose_text("every rank sends 2 (n - 1) / n of it, in 53.3 ms", {.width = 24}),
            "every rank sends\n2 (n - 1) / n of it, in\n53.3 ms\n");
}

}  // namespace
}  // namespace commlab
