// Text is broken between words, and no text is lost.
#include "gui/window/draw/paragraph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/window/recorded_canvas.h"

namespace commlab {
namespace {

using testing::ElementsAre;

constexpr double size = 10;  // each letter is 6 pixels wide

TEST(Paragraph, BreaksAtSpaces) {
  const RecordedCanvas canvas;
  EXPECT_THAT(wrapped("each chunk goes round", 66, size, canvas), ElementsAre("each chunk", "goes round"));
  EXPECT_THAT(wrapped("each chunk", 600, size, canvas), ElementsAre("each chunk"));
}

TEST(Paragraph, BreaksAWordOnlyWhereItAloneIsTooWide) {
  const RecordedCanvas canvas;
  EXPECT_THAT(wrapped("a recursive-doubling b", 66, size, canvas),
              ElementsAre("a", "recursive-d", "oubling b"));
}

TEST(Paragraph, KeepsANumberWithItsUnit) {
  const RecordedCanvas canvas;
  EXPECT_THAT(wrapped("it takes 53.3 ms, no more", 80, size, canvas),
              ElementsAre("it takes", "53.3 ms, no", "more"));
  EXPECT_THAT(wrapped("it takes 3 links, no more", 66, size, canvas),
              ElementsAre("it takes 3", "links, no", "more"));
  EXPECT_THAT(wrapped("53.3 ms", 30, size, canvas), ElementsAre("53.3", "ms"))
      << "both do not fit on one line";
}

// "→" has three bytes. A line that is narrower than a letter still gets one letter.
TEST(Paragraph, NeverBreaksWithinACharacter) {
  const RecordedCanvas canvas;
  EXPECT_THAT(wrapped("→→", 1, size, canvas), ElementsAre("→", "→"));
}

TEST(Paragraph, KeepsTheLinesItIsGiven) {
  const RecordedCanvas canvas;
  EXPECT_THAT(wrapped("one\n\ntwo", 600, size, canvas), ElementsAre("one", "", "two"));
  EXPECT_THAT(wrapped("", 600, size, canvas), ElementsAre(""));
}

TEST(Paragraph, IsAsHighAsItsLines) {
  RecordedCanvas canvas;
  EXPECT_EQ(draw_paragraph(canvas, {5, 7}, 66, "each chunk goes round", {.color = {}, .size = size}),
            2 * line_height(size));
  EXPECT_EQ(height_of_paragraph("each chunk goes round", 66, size, canvas), 2 * line_height(size));
  ASSERT_EQ(canvas.texts.size(), 2u);
  EXPECT_EQ(canvas.texts[0].area.x, 5);
  EXPECT_GE(canvas.texts[0].area.y, 7);
}

TEST(Paragraph, OfASentenceIsShortenedBehindACommaOrAWord) {
  const RecordedCanvas canvas;
  EXPECT_EQ(shortened_sentence("0 -> 1, 1 -> 2, 2 -> 3", 120, size, canvas), "0 -> 1, 1 -> 2, …");
  EXPECT_EQ(shortened_sentence("rank 0 sends it", 78, size, canvas), "rank 0 …");
  EXPECT_EQ(shortened_sentence("rank", 60, size, canvas), "rank");
}

TEST(Paragraph, IsShortenedToTheWidth) {
  const RecordedCanvas canvas;
  EXPECT_EQ(shortened("gpu0 -> nvswitch", 60, size, canvas), "gpu0 -> n…");
  EXPECT_EQ(shortened("gpu0", 60, size, canvas), "gpu0");
}

}  // namespace
}  // namespace commlab
