// Markdown that is set in lines.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/draw/set_markdown.h"
#include "gui/window/draw/table_columns.h"
#include "gui/window/draw/theme.h"
#include "tests/window/recorded_canvas.h"

namespace commlab {
namespace {

using testing::HasSubstr;

TEST(SetMarkdown, SetsListsCodeAndTablesInLinesThatFit) {
  RecordedCanvas canvas;
  const std::string_view text =
      "# Head\n\nSome *words* with `code_that_is_long` and **bold ones**, to be broken.\n\n"
      "1. one\n2. two\n\n    code here\n\n| a | b |\n|---|---|\n| first cell | second cell |\n";
  const Theme theme = theme_named("dark").value();
  const SetText set = set_markdown(text, 220, 16, canvas);
  draw_set_text(canvas, {0, 0}, set, theme, theme.words, {0, 0, 220, set.height});
  EXPECT_EQ(canvas.overlapping_texts(), "");
  std::string words;
  for (const auto& drawn : canvas.texts) {
    EXPECT_LE(drawn.area.right(), 220.5) << drawn.words;
    words += drawn.words + "|";
  }
  EXPECT_THAT(words, HasSubstr("2."));
  EXPECT_THAT(words, HasSubstr("second"));
}

std::string pieces_of(const SetText& set) {
  std::string words;
  for (const SetText::Piece& piece : set.pieces) words += piece.run.text + "|";
  return words;
}

// Guards against a fixed bug: "53.3" stood at a line's end and "ms" at the beginning of the next line; "r -
// k" was broken, too.
TEST(SetMarkdown, KeepsNumbersWithTheirUnitsAndShortFormulasWhole) {
  const RecordedCanvas canvas;  // each letter is 6 pixels wide
  EXPECT_EQ(pieces_of(set_markdown("it takes 53.3 ms, no more", 84, 10, canvas)),
            "it takes|53.3 ms, no|more|");
  EXPECT_EQ(pieces_of(set_markdown("it is `r - k + 1` here", 120, 10, canvas)), "it is|r - k + 1|here|");
}

// Guards against a fixed bug: lesson 1 in class had a line with nothing but the full stop after a line of
// code.
TEST(SetMarkdown, NoLineBeginsWithTheMarkThatEndsAWord) {
  const RecordedCanvas canvas;
  for (int width = 30; width < 120; ++width) {
    const SetText set = set_markdown("Call `set_device(RANK)`, then `x.add_(y)`.", width, 10, canvas);
    for (const SetText::Piece& piece : set.pieces) {
      if (piece.run.text.find_first_of(",.") == 0) {
        EXPECT_GT(piece.area.x, 0) << width;
      }
    }
  }
}

// Guards against a fixed bug: a bold answer and its message ran together as "xMany texts say".
TEST(SetMarkdown, WhatFollowsBoldLettersIsClearOfThem) {
  const RecordedCanvas canvas;
  const SetText set = set_markdown("**one tensor, n times as large as x** Many texts", 900, 10, canvas);
  ASSERT_EQ(set.pieces.size(), 2u);
  EXPECT_GE(set.pieces[1].area.x, bold_width * canvas.width_of(set.pieces[0].run.text, 10));
}

// Guards against a fixed bug: lesson 18 on a wall had "all_reduc" above "e -> h", in a column as wide as that
// of "5 us".
TEST(SetMarkdown, ATablesColumnsAreAsWideAsTheirLongestWords) {
  const RecordedCanvas canvas;  // each letter is 6 pixels wide
  const std::string table =
      "| | with NCCL | with gloo |\n|---|---|---|\n| all_reduce -> h | 5 us | 0 s |\n"
      "| synchronize() | 4.3 ms | 0 s |\n";
  for (double width = 200; width < 700; width += 10) {
    const SetText set = set_markdown(table, width, 10, canvas);
    EXPECT_FALSE(set.breaks_words) << width;
    EXPECT_THAT(pieces_of(set), HasSubstr("synchronize()|")) << width;
    for (const SetText::Piece& piece : set.pieces) EXPECT_LE(piece.area.right(), width) << piece.run.text;
  }
  EXPECT_TRUE(set_markdown(table, 120, 10, canvas).breaks_words) << "its longest words do not fit";
}

// Guards against a fixed bug: in lesson 24, "384" stood above "MiB".
TEST(SetMarkdown, ATableWithoutRoomForANumberAndItsUnitSaysSo) {
  const RecordedCanvas canvas;
  const std::string table = "| size | measured |\n|---|---|\n| 384 MiB | 3.11 ms |\n";
  EXPECT_TRUE(set_markdown(table, 100, 10, canvas).breaks_words);
  const SetText wide = set_markdown(table, 130, 10, canvas);
  EXPECT_FALSE(wide.breaks_words);
  EXPECT_THAT(pieces_of(wide), HasSubstr("384 MiB|"));
}

TEST(TableColumns, HaveRoomForTheirWordsAndShareTheRest) {
  using testing::ElementsAre;
  EXPECT_THAT(share_line({{20, 40}, {30, 60}}, 160), ElementsAre(70, 90))
      << "whole cells fit; the rest is shared";
  EXPECT_THAT(share_line({{20, 40}, {30, 60}}, 75), ElementsAre(30, 45))
      << "whole words, and half of the missing width";
  EXPECT_THAT(share_line({{20, 40}, {30, 60}}, 25), ElementsAre(10, 15)) << "too narrow for whole words";
}

// Strong and then strong and emphasised are two pieces, and the second one began inside the first.
TEST(SetMarkdown, KeepsADistanceAfterBoldLettersThatMayBeWider) {
  const RecordedCanvas canvas;
  const SetText set = set_markdown("**all the adding? *Rank 0***", 2000, 20, canvas);
  ASSERT_EQ(set.pieces.size(), 2u);
  EXPECT_GE(set.pieces[1].area.x, canvas.width_of(set.pieces[0].run.text, 20) * bold_width);
}

}  // namespace
}  // namespace commlab
