// A picture of an answer beside the result of the run.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/page/answer_picture.h"
#include "tests/window/recorded_canvas.h"

namespace commlab {
namespace {

TEST(AnswerPicture, QuantitiesAreKnownByTheirUnits) {
  EXPECT_EQ(parse_quantity("4.3 ms")->value, 4.3e9);
  EXPECT_EQ(parse_quantity("24 GB/s")->kind, Quantity::Kind::bandwidth);
  EXPECT_EQ(parse_quantity("16 MiB")->value, 16 * 1048576.0);
  EXPECT_EQ(parse_quantity("12")->kind, Quantity::Kind::number);
  EXPECT_FALSE(parse_quantity("soon"));
  EXPECT_FALSE(parse_quantity(""));
}

TEST(AnswerPicture, ListsAreSplitAtTheirCommas) {
  EXPECT_EQ(parse_list("[4, 3, 2, 1]"), (std::vector<std::string>{"4", "3", "2", "1"}));
  EXPECT_TRUE(parse_list("4").empty());
}

// Bars make sense for quantities, but not for numbers of GPUs.
TEST(AnswerPicture, HasBarsForQuantitiesAlone) {
  const Question question{.predicts = true};
  const Theme theme = theme_named("dark").value();
  const auto fills = [&](std::string yours, std::string result) {
    RecordedCanvas canvas;
    const QuestionState state{.question = &question,
                              .choices = {},
                              .feedback = Feedback{.yours = std::move(yours), .result = std::move(result)}};
    draw_compared(canvas, {0, 0, 300, 60}, compared(state, theme), theme);
    return canvas.fills;
  };
  const auto bars = fills("5 ms", "20 ms");
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_NEAR(bars[1].width, 4 * bars[0].width, 0.01);
  EXPECT_EQ(fills("2", "3").size(), 0u);
  EXPECT_EQ(fills("1, 2, 4", "1, 4, 2").size(), 6u) << "lists are drawn as cells";
}

}  // namespace
}  // namespace commlab
