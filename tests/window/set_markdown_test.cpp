// Markdown, set in lines.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/set_markdown.h"
#include "gui/window/theme.h"
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

}  // namespace
}  // namespace commlab
